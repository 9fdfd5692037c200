# SPDX-License-Identifier: MIT
# config.m4 and config.w32 list every source there is and none that is not. A file of src/platform
# belongs to one of them or both.
cd "$TOP" && : > "$TMP/found" || exit 1
find php_fastscan.c src -name '*.c' | sort > "$TMP/there"
sed -n '/fastscan_sources="/,/^  "/p' config.m4 | grep -o '[A-Za-z0-9_/]*\.c' | sort > "$TMP/m4"
awk '
	/EXTENSION\(/ {print "php_fastscan.c"}
	/ADD_SOURCES/ && match($0, /"(\\\\[a-z]+)+"/) {
		dir = substr($0, RSTART + 3, RLENGTH - 4)
		gsub(/\\\\/, "/", dir)
	}
	dir != "" {
		line = $0
		while (match(line, /[A-Za-z0-9_]+\.c/)) {
			print dir "/" substr(line, RSTART, RLENGTH)
			line = substr(line, RSTART + RLENGTH)
		}
	}
	/"fastscan"\)/ {dir = ""}' config.w32 | sort > "$TMP/w32"
grep -v '^src/platform/' "$TMP/there" > "$TMP/everywhere"
rc=0
# differ LIST FILE WANTED
differ() {
	comm -23 "$3" "$2" | sed "s|^|not in $1: |"
	comm -13 "$3" "$2" | sed "s|^|no such source, but in $1: |"
	cmp -s "$2" "$3" || rc=1
}
for list in m4 w32; do
	grep -v '^src/platform/' "$TMP/$list" > "$TMP/$list.everywhere"
	differ "config.$list" "$TMP/$list.everywhere" "$TMP/everywhere"
done
cat "$TMP/m4" "$TMP/w32" | grep '^src/platform/' | sort -u > "$TMP/platform.listed"
grep '^src/platform/' "$TMP/there" > "$TMP/platform"
differ "either list" "$TMP/platform.listed" "$TMP/platform"
exit $rc
