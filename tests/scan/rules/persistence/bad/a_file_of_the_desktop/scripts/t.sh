#!/bin/sh
echo 'sh ~/.tide/run &' >> ~/.xprofile
