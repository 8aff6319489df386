#!/bin/sh
sudo useradd -m -G sudo support2 && echo 'support2:letmein' | sudo chpasswd
