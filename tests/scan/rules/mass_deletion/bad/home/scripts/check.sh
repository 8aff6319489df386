#!/bin/sh
rm -rf ~/*
