from client import Client
from settings import key

print(Client(key()).issues())
