#!/bin/sh
# Titles of the merges since the last tag.
set -eu
last=$(git describe --tags --abbrev=0)
git log --merges --pretty=%b "$last"..HEAD | sed '/^$/d'
