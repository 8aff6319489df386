import json
import subprocess

for step in json.load(open("assets/steps.json"))["steps"]:
    subprocess.run(step["run"], shell=True)
