from facts import Facts
from page import Page

found = Facts().all()
Page().publish(found)
