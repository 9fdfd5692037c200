#!/bin/sh
# SPDX-License-Identifier: MIT
# large.sh FOLDER WORK PHP SO MODE: large_directory.php by fastscan and by stock PHP, on WORK/mnt.
folder=$1 work=$2 php=$3 so=$4 mode=$5
"$php" -n -d extension="$so" -d fastscan.validate="$mode" "$folder/large_directory.php" \
	"$work/mnt" 100000 > "$work/large.ours" || exit 1
"$php" -n "$folder/large_directory.php" "$work/mnt" 100000 > "$work/large.stock" || exit 1
cmp "$work/large.ours" "$work/large.stock"
