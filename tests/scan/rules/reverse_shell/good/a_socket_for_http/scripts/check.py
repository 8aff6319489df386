import socket

with socket.create_connection(('localhost', 80), timeout=1) as s:
    s.sendall(b'HEAD / HTTP/1.0\r\n\r\n')
