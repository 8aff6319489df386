#!/bin/sh
curl -sL https://data.example.org/words.txt -o words.txt
sort words.txt
