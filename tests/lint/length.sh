# SPDX-License-Identifier: MIT
# How long functions and files are: no function above 90 lines, no file above 650. Warns above 60.
cd "$TOP" && : > "$TMP/found" || exit 1
find php_fastscan.c php_fastscan.h src -name '*.[ch]' ! -name '*_arginfo.h' | sort > "$TMP/files"

# A function starts with a brace in column 1, or with one at the end of an unindented line that has
# a parenthesis before it.
while read -r file; do
	awk -v file="$file" '
		/^[A-Za-z_].*\(/ && !/;[ \t]*$/ {head = $0}
		/^\{/ || /^[A-Za-z_].*\)[ \t]*\{[ \t]*$/ {start = FNR; name = head}
		/^\}/ && start {
			if ($0 ~ /^\}[ \t]*$/ && name != "") {
				title = name
				if (match(title, /[A-Za-z_0-9]+\(/)) {
					called = substr(title, RSTART, RLENGTH - 1)
					if (called ~ /_FUNCTION$|_METHOD$/) {
						sub(/^.*\(/, "", title)
						sub(/\).*/, "", title)
						called = title
					}
				} else called = title
				printf("%d %s:%d %s\n", FNR - start + 1, file, start, called)
			}
			start = 0
			name = ""
		}' "$file"
done < "$TMP/files" | sort -n > "$TMP/functions"
n=$(wc -l < "$TMP/functions")
[ "$n" -gt 0 ] || { echo "found no function"; exit 1; }
at() { sed -n "$(($1 > 0 ? $1 : 1))p" "$TMP/functions" | cut -d' ' -f1; }
echo "$n functions: median $(at $(((n + 1) / 2))) lines, p90 $(at $((n * 9 / 10))), max $(at "$n")"
awk '$1 > 60 {print ($1 > 90 ? "too long: " : "long: ") $2 " " $3 ", " $1 " lines"}' \
	"$TMP/functions"
[ "$(at "$n")" -le 90 ] || rc=1
while read -r file; do
	lines=$(wc -l < "$file")
	[ "$lines" -le 650 ] || { echo "too long: $file, $lines lines"; rc=1; }
done < "$TMP/files"
exit "${rc-0}"
