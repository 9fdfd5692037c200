# SPDX-License-Identifier: MIT
# The .deb is built here, by a user without rights, and taken to another machine (deb.sh).
. "$(dirname "$0")/steps.sh"
build() { REVISION=$1 setpriv --reuid=nobody --regid=nogroup --clear-groups \
	sh packaging/deb.sh /tmp/packages; }
told() { ! sh packaging/deb.sh /tmp/packages > /tmp/told 2>&1 && cat /tmp/told && grep -q "$1" /tmp/told; }
chmod 777 /tmp/packages
step "without PHP it says what to install" told "apt-get install php-cli"
step "lists" lists
step "PHP" install php-cli
step "without php-dev it says what to install" told "apt-get install php.*-dev"
step "packages" install php-dev gcc make uthash-dev
step "the package" build 1
step "the next package" build 2
