# SPDX-License-Identifier: MIT
# The .deb of deb_build.sh on a machine that has no compiler: installs PHP with it, and goes without
# a trace.
. "$(dirname "$0")/steps.sh"
deb() { ls /tmp/packages/php*-fastscan_*-"$1"_*.deb; }
name=$(basename "$(deb 1)" | cut -d _ -f 1)
v=${name#php}
v=${v%-fastscan}
ini=/etc/php/$v/mods-available/fastscan.ini
fpm() { php-fpm"$v" -i | grep -q '^fastscan => on\|^fastscan.validate'; }
is_version() { dpkg-query -W -f '${Version}\n' "$name" | grep -e "-$1\$"; }
step "lists" lists
step "apt-get install" install "$(deb 1)" "php$v-fpm" "php$v-cli"
step "php --ri fastscan" ri "$(version)"
step "works" works
step "PHP-FPM has it too" fpm
step "the command line tool" "/usr/share/$name/fastscan" status
# an administrator's edit
sed -i 's/^;fastscan.verify = 0/fastscan.verify = 7/' "$ini"
step "upgrade" install "$(deb 2)"
step "the new version is installed" is_version 2
kept() { php -r 'exit(ini_get("fastscan.verify") === "7" ? 0 : 1);'; }
step "an edited configuration is kept" kept
step "works after the upgrade" works
step "switched off by phpdismod" phpdismod fastscan
step "off" gone
step "an upgrade does not switch it on again" install --reinstall "$(deb 2)"
step "still off" gone
step "switched on by phpenmod" phpenmod fastscan
step "works again" works
step "removal" apt-get -q remove -y "$name"
step "gone" gone
step "purge" apt-get -q purge -y "$name"
nothing() { ! find /etc /usr -name '*fastscan*' | grep .; }
step "nothing is left" nothing
