npm install -g rss-cli
