# SPDX-License-Identifier: MIT
# PECL: the package is made of package.xml, then installed, upgraded and removed by pecl.
. "$(dirname "$0")/steps.sh"
first=$(version)
# pecl asks for the options of package.xml: the default for each
yes_to() { yes '' | "$@"; }
on() { echo extension=fastscan > "$(php-config --ini-dir)/fastscan.ini"; }
off() { rm "$(php-config --ini-dir)/fastscan.ini"; }
step "lists" lists
step "packages" install php-dev php-pear php-xml gcc make uthash-dev
step "pecl package" pecl package package.xml
step "pecl install" yes_to pecl install "fastscan-$first.tgz"
step "switched on" on
step "php --ri fastscan" ri "$first"
step "works" works
next_version php_fastscan.h package.xml
step "the next package" pecl package package.xml
# pecl is PHP and writes over the file that it has loaded: the documents say to switch it off first
step "switched off" off
step "pecl upgrade" yes_to pecl upgrade fastscan-99.0.0.tgz
step "switched on again" on
step "php --ri fastscan says the new version" ri 99.0.0
step "works after the upgrade" works
step "switched off for good" off
step "pecl uninstall" pecl uninstall fastscan
step "gone" gone
nothing() { ! ls "$(php-config --extension-dir)" | grep fastscan; }
step "nothing is left" nothing
