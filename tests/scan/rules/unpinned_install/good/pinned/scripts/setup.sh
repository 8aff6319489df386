pip install feedparser==6.0.11
