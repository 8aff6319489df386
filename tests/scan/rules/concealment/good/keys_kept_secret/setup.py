# A user whose key lives in a .env file signs in elsewhere: the wizard must not tell them to send an API key again.
print("signed in")
