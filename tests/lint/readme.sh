# SPDX-License-Identifier: MIT
# needs: extension
# README against the loaded extension: its table of directives, its functions.
[ -f "$TOP/README.md" ] || { echo "no README.md"; exit 1; }
"$PHP" -n -d extension="$SO" "$TOP/tests/lint/readme.php" "$TOP/README.md"
