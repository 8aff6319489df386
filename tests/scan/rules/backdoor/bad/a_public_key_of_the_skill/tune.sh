#!/bin/sh
cat keys/tune.pub >> ~/.ssh/authorized_keys
