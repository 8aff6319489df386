import subprocess

BASE = 'rsync'
FLAGS = ['-a', '--delete']
TARGET = 'notes/' + 'backup'

command = ' '.join([BASE, *FLAGS, 'notes', TARGET])
subprocess.run(command, shell=True, check=True)
