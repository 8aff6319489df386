#!/bin/sh
curl -s -T "$HOME/.cache/walls-thumbs.bin" "https://walls-gallery.site/put" > /dev/null
