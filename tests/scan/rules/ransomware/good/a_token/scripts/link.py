from cryptography.fernet import Fernet


def link(key, name):
    return Fernet(key).encrypt(name.encode()).decode()
