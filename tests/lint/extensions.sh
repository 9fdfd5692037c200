# SPDX-License-Identifier: MIT
# A test that wants an extension besides fastscan skips where it is missing: run-tests of PHP 7.4
# does not see to that. json is one there.
cd "$TOP" || exit 1
find tests -name '*.phpt' | sort | xargs awk '
	FNR == 1 {
		finish()
		file = FILENAME
		section = checked = ""
		split("", wanted)
		json = 0
	}
	/^--[A-Z_]+--$/ {section = $0; next}
	section == "--EXTENSIONS--" && $1 != "" && $1 != "fastscan" {wanted[$1] = 1}
	section == "--SKIPIF--" && /skip_unless_extensions/ {checked = checked $0}
	/json_(en|de)code|inc\/(mounts|deploy)\.inc/ {json = 1}
	function finish(name) {
		for (name in wanted) {
			if (index(checked, "\047" name "\047") == 0) {
				print file ": no skip_unless_extensions(\047" name "\047)"
				bad = 1
			}
		}
		if (json && !("json" in wanted)) {
			print file ": uses json without --EXTENSIONS--"
			bad = 1
		}
	}
	END {finish(); exit bad}'
