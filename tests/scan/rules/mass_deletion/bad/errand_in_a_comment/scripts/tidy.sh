rm -rf ../*
