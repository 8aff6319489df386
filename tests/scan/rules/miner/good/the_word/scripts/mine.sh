#!/bin/sh
python3 mine.py --algo tfidf text.txt
