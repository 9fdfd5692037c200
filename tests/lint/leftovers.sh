# SPDX-License-Identifier: MIT
# What run-tests leaves beside a phpt file that failed is nobody's source: it holds the environment
# of whoever ran it.
cd "$TOP" && git rev-parse --git-dir > /dev/null 2>&1 || { echo "no git to ask"; exit 77; }
git ls-files tests | awk '
	/\.phpt$/ {phpt[substr($0, 1, length($0) - 5)]; next}
	{others[$0]}
	END {
		n = split("php sh log out diff exp mem clean.php skip.php", ends, " ")
		for (base in phpt)
			for (i = 1; i <= n; i++)
				if ((base "." ends[i]) in others) {
					print "left by run-tests: " base "." ends[i]
					bad = 1
				}
		exit bad
	}'
