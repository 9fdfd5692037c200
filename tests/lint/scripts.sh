# SPDX-License-Identifier: MIT
# Every script can be parsed.
cd "$TOP" && : > "$TMP/found" || exit 1
rc=0
for script in $(find tests benchmarks packaging -name '*.sh'); do
	sh -n "$script" || rc=1
done
for script in $(find tests benchmarks tools -name '*.php' -o -name '*.inc') tools/fastscan; do
	"$PHP" -n -l "$script" > "$TMP/lint" 2>&1 || { cat "$TMP/lint"; rc=1; }
done
exit $rc
