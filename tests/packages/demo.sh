# SPDX-License-Identifier: MIT
# README's first command, on a machine that has nothing: from there to a measured speed-up.
. "$(dirname "$0")/steps.sh"
# Five minutes on a machine that has nothing else to do; on a busy one its share of it.
limit=$(awk -v cores="$(nproc)" '{busy = $1 / cores; print int(300 * (busy > 1 ? busy + 1 : 1))}' \
	/proc/loadavg)
demo() {
	timeout "$limit" sh benchmarks/demo.sh > /tmp/demo.log 2>&1 || { cat /tmp/demo.log; return 1; }
}
step "sh benchmarks/demo.sh, in five minutes" demo
echo "# limit $limit s"
sed 's/^/# /' /tmp/demo.log
step "it printed the table" grep -q '^whole scan  ' /tmp/demo.log
