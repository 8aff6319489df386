import sys


def main():
    print(sum(float(one) for one in sys.argv[1:]))


main()
