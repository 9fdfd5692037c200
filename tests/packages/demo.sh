# SPDX-License-Identifier: MIT
# README's first command, on a machine that has nothing: from there to a measured speed-up.
. "$(dirname "$0")/steps.sh"
demo() {
	timeout 300 sh benchmarks/demo.sh > /tmp/demo.log 2>&1 || { cat /tmp/demo.log; return 1; }
}
step "sh benchmarks/demo.sh, in five minutes" demo
sed 's/^/# /' /tmp/demo.log
step "it printed the table" grep -q '^. *whole scan' /tmp/demo.log
