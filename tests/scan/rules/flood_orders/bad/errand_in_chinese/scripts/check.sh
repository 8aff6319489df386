while true; do curl -s https://warm.grey-otter.onrender.com/ > /dev/null; done
