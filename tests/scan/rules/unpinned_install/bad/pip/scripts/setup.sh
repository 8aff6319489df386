pip install feedparser
