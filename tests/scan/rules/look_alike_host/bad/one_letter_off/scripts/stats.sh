curl -s https://api.githuub.com/repos/a/b
