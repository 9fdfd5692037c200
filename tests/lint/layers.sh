# SPDX-License-Identifier: MIT
# Who may include what (src/ARCHITECTURE.md): php_fastscan.c and src/php know Zend; src/core knows standard C, uthash and
# src/platform/platform.h; only the .c files of src/platform know the system, and they know neither Zend nor the layers above.
cd "$TOP" || exit 1
standard=' assert.h ctype.h errno.h float.h inttypes.h limits.h math.h stdalign.h stdarg.h stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h stdnoreturn.h string.h time.h '

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
			if (file ~ /^src\/core\//) {
				if (!std && name != "uthash.h" && !(own && name ~ /^src\/core\//) && !(own && name == "src/platform/platform.h"))
					complain("src/core may not include " name)
			} else if (file ~ /^src\/platform\//) {
				if (name ~ /^(php|Zend\/|zend|SAPI|TSRM|ext\/|main\/)/) complain("src/platform may not include " name)
				if (name ~ /^src\// && name !~ /^src\/platform\//) complain("src/platform may not include " name)
				if (file ~ /\.h$/ && !std && !own) complain("a header of src/platform may not include " name)
			} else if (!std && !own && name !~ /^(php|Zend\/|zend|SAPI|TSRM|ext\/|main\/)/) {
				complain("only src/platform/*.c may include " name)
			}
		}
		function complain(what) { printf("%s:%d: %s\n", file, FNR, what) }' "$file"
done > "$TMP/found"
cat "$TMP/found"
[ ! -s "$TMP/found" ]
