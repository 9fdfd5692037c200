# SPDX-License-Identifier: MIT
# Who may include what (src/ARCHITECTURE.md): php_fastscan.c and src/php know Zend; src/core knows
# standard C, uthash and src/platform/platform.h; only the .c files of src/platform know the system,
# and they know neither Zend nor the layers above.
cd "$TOP" && : > "$TMP/found" || exit 1
standard=' assert.h ctype.h errno.h float.h inttypes.h limits.h locale.h math.h stdalign.h'
standard="$standard stdarg.h stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h"
standard="$standard stdnoreturn.h string.h time.h "

find php_fastscan.c php_fastscan.h src -name '*.[ch]' | sort | while read -r file; do
	awk -v file="$file" -v standard="$standard" '
		/^[ \t]*#[ \t]*include/ {
			line = $0
			if (!match(line, /[<"][^>"]*[>"]/)) {
				complain("an include by macro")
				next
			}
			bracket = substr(line, RSTART, 1)
			name = substr(line, RSTART + 1, RLENGTH - 2)
			std = index(standard, " " name " ") > 0
			own = bracket == "\""
			zend = name ~ /^(php|Zend\/|zend|SAPI|TSRM|ext\/|main\/)/
			if (file ~ /^src\/core\//) {
				ours = own && (name ~ /^src\/core\// || name == "src/platform/platform.h")
				if (!std && !ours && name != "uthash.h") complain("src/core may not include " name)
			} else if (file ~ /^src\/platform\//) {
				if (zend || (name ~ /^src\// && name !~ /^src\/platform\//))
					complain("src/platform may not include " name)
				if (file ~ /\.h$/ && !std && !own)
					complain("a header of src/platform may not include " name)
			} else if (!std && !own && !zend) {
				complain("only src/platform/*.c may include " name)
			}
		}
		function complain(what) { printf("%s:%d: %s\n", file, FNR, what) }' "$file"
done > "$TMP/found"
cat "$TMP/found"
[ ! -s "$TMP/found" ]
