import pyperclip

rows = [line.split("\t") for line in pyperclip.paste().splitlines()]
head, body = rows[0], rows[1:]
lines = ["| " + " | ".join(one) + " |" for one in (head, ["---"] * len(head), *body)]
pyperclip.copy("\n".join(lines))
