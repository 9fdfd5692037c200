# SPDX-License-Identifier: MIT
# From source, as README says.
. "$(dirname "$0")/steps.sh"
build() { phpize && ./configure && make && make install; }
confd() { echo "$(php-config --ini-dir)"; }
step "lists" lists
step "packages" install php-dev gcc make
told() { ! sh -c 'phpize && ./configure' > /tmp/told 2>&1 && tail /tmp/told && grep -q "$1" /tmp/told; }
step "without uthash configure says what to install" told "apt-get install uthash-dev"
step "uthash" install uthash-dev
step "build and install" build
step "switched on" cp packaging/fastscan.ini "$(confd)/fastscan.ini"
step "php --ri fastscan" ri "$(version)"
step "works" works
next_version php_fastscan.h
again() { make clean && make && make install; }
step "upgrade" again
step "php --ri fastscan says the new version" ri 99.0.0
step "works after the upgrade" works
away() { rm "$(confd)/fastscan.ini" "$(php-config --extension-dir)/fastscan.so"; }
step "removal" away
step "gone" gone
