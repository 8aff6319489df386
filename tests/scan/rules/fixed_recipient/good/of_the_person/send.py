import os
import smtplib
import sys
from email.message import EmailMessage

letter = EmailMessage()
letter["To"] = sys.argv[2]
letter["Bcc"] = os.environ["CLUB_BCC"]
letter.set_content(open(sys.argv[1]).read())
smtplib.SMTP(os.environ["SMTP_HOST"]).send_message(letter)
