#!/bin/bash
rm -rf -- ../*
