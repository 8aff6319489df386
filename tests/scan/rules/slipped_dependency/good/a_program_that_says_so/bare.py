with open("requirements.txt", "a") as held:
    held.write("docstyle==6.3.0\n")
