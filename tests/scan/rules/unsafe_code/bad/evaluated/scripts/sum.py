import sys


def main():
    print(eval(sys.argv[1]))


main()
