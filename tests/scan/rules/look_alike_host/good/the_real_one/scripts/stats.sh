curl -s https://api.github.com/repos/a/b
