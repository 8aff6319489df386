import os

api_key = os.environ.get("PARCELS_API_KEY", "")
password = settings.credentials.parcels.password2
secret_key = load_secret_from_vault_v2_or_fail
client_secret: PARCELS_CLIENT_SECRET_V2_NAME
private_key = Ed25519PrivateKey2.generate()
