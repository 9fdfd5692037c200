# SPDX-License-Identifier: MIT
# What .editorconfig says and a machine can tell: tabs, 100 columns (a tab counts 4), no blanks at
# the end, one SPDX line.
cd "$TOP" && : > "$TMP/found" || exit 1
find php_fastscan.c php_fastscan.h src tests benchmarks -name '*.[ch]' ! -name '*_arginfo.h' |
	sort | while read -r file; do
		head -n 3 "$file" | grep -q 'SPDX-License-Identifier: MIT' || echo "$file: no SPDX line"
		awk -v file="$file" '
			/\r$/ {say("carriage return")}
			/[ \t]+$/ {say("blanks at the end")}
			/^ +[^ *]/ {say("indented with blanks")}
			{
				width = 0
				n = split($0, parts, "\t")
				for (i = 1; i <= n; i++) {
					width += length(parts[i])
					if (i < n) width += 4 - width % 4
				}
				if (width > 100) say(width " columns")
			}
			function say(what) { printf("%s:%d: %s\n", file, FNR, what) }' "$file"
	done > "$TMP/found"
head -n 40 "$TMP/found"
[ ! -s "$TMP/found" ]
