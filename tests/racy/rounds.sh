#!/bin/sh
# SPDX-License-Identifier: MIT
#
# rounds.sh CHANGER BASE SOURCE SEEN ROUNDS-OPTION,... PHP ARG...: runs rounds.php on BASE with
# `PHP ARG...`, and changer.c beside it on SOURCE, the same folder by another way (or BASE again), which
# looks at the times that it has as SEEN.
set -u

changer=$1 base=$2 source=$3 seen=$4 options=$5
shift 5
here=$(cd "$(dirname "$0")" && pwd)
fifos=$(mktemp -d) || exit 2
mkfifo "$fifos/to" "$fifos/from"
"$changer" "$source" "$seen" < "$fifos/to" > "$fifos/from" &
other=$!
"$@" "$here/rounds.php" "$base" "$fifos" $(echo "$options" | tr , ' ')
status=$?
kill "$other" 2>/dev/null
wait "$other" 2>/dev/null
rm -rf "$fifos"
exit $status
