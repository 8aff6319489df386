#!/bin/bash
find . -type f -delete
