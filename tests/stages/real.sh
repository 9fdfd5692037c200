# SPDX-License-Identifier: MIT
# Real software over real trees: what Debian's packages wordpress, phpunit, composer, php-twig,
# php-illuminate-* and php-symfony-* bring is walked by their own code (tests/real/workloads), stock and with fastscan in
# every mode, with and without verification. All must find the same. Prints the system calls before
# and after.

real_modes="strict request interval never"

stage_real() {
	real_dir=$WORK/real
	if ! need_ext; then
		failed "extension" "does not build" "$B.log"
		return
	fi
	real=$B/tests/real # where nobody can read it
	rm -rf "$real_dir"
	mkdir -p "$real_dir"
	real_extensions
	real_can_trace
	real_names= real_running=0
	if real_site; then
		real_run list_files "$(id -un)" "$real_from"
		real_run get_plugins "$(id -un)" "$real_site"
		[ "$(id -un)" = nobody ] || real_run get_plugins nobody "$real_site"
	else
		skipped "wordpress" "Debian's wordpress cannot be had"
	fi
	real_with finder Symfony/Component/Finder Symfony/Bundle PHPUnit Twig
	real_with phpunit PHPUnit/TextUI Symfony/Contracts/Translation Psr/Log Twig
	real_with class_map Composer/ClassMapGenerator Symfony/Bundle PHPUnit Twig
	real_with dump_autoload Composer/Console Symfony/Bundle Symfony/Contracts Twig
	real_with find_file Composer/Autoload Symfony/Bundle Symfony/Contracts Twig PHPUnit
	real_with twig Twig/Loader Symfony/Bundle/WebProfilerBundle
	real_with laravel Illuminate/View Illuminate/Translation Illuminate/Filesystem \
		Symfony/Bundle/WebProfilerBundle Symfony/Component/Finder
	wait
	[ -n "$real_names" ] || return 0
	real_stale
	"$PHP" -n "$real/judge.php" "$real_dir" "$real_dir/verdicts" $real_names 2>&1 | sed 's/^/   /'
	while IFS="$TAB" read -r real_verdict real_name real_why; do
		case $real_verdict in
			pass) passed "$real_name" ;;
			skip) skipped "$real_name" "$real_why" ;;
			*) failed "$real_name" "$real_why" ;;
		esac
	done < "$real_dir/verdicts"
}

needs_real() {
	say phpunit composer php-twig php-symfony-finder php-symfony-filesystem \
		php-symfony-framework-bundle php-symfony-web-profiler-bundle php-symfony-security-bundle \
		php-symfony-form php-symfony-validator php-illuminate-view php-illuminate-translation \
		php-illuminate-filesystem
}

# real_extensions: those that are there, of those that are needed; built in, they are not loaded
real_extensions() {
	real_load=
	real_built_in=$("$PHP" -n -m)
	for real_extension in ctype iconv mbstring phar posix tokenizer dom xml xmlwriter; do
		if ! printf '%s\n' "$real_built_in" | grep -qix "$real_extension" &&
			[ -f "$("$PHP_CONFIG" --extension-dir)/$real_extension.so" ]; then
			real_load="$real_load -d extension=$real_extension"
		fi
	done
}

# real_site: a WordPress of its own in $real_site, with 200 plugins, of which one is for its owner
# alone, and 20 themes
real_site() {
	real_site=$real_dir/site
	real_wordpress || return 1
	cp -a "$real_from" "$real_site" && cp -aL "$real_from/wp-content/plugins/akismet" \
		"$real_dir/plugin" || return 1
	mkdir -p "$real_site/wp-content/themes"
	real_i=0
	while [ "$real_i" -lt 200 ]; do
		real_i=$((real_i + 1))
		real_copy "$real_dir/plugin" "$real_site/wp-content/plugins/plugin-$real_i"
		[ $((real_i % 10)) != 0 ] ||
			real_copy "$real_dir/plugin" "$real_site/wp-content/themes/theme-$real_i"
	done
	chmod 700 "$real_site/wp-content/plugins/plugin-100"
	chmod -R go+rX "$real_site/wp-content/themes"
}

# real_copy FROM TO: the tree, its files linked where they can be
real_copy() { cp -al "$1" "$2" 2>/dev/null || cp -a "$1" "$2"; }

# real_wordpress: sets $real_from. If it is not installed, the package is only unpacked: it depends
# on a web server and a data base client.
real_wordpress() {
	real_from=/usr/share/wordpress
	[ ! -f "$real_from/wp-admin/includes/plugin.php" ] || return 0
	real_from=$(unpacked wordpress wp-admin/includes/plugin.php wordpress-theme-twentytwentythree)
	real_from=${real_from%/wp-admin/*}
	[ -n "$real_from" ]
}

# real_with WORKLOAD FOLDER...: over /usr/share/php, if the packages are there
real_with() {
	real_workload=$1
	shift
	for real_folder; do
		if [ ! -d "/usr/share/php/$real_folder" ]; then
			skipped "$real_workload" "no /usr/share/php/$real_folder: its package cannot be had"
			return
		fi
	done
	real_run "$real_workload" "$(id -un)" /usr/share/php
}

# real_run WORKLOAD USER PLACE: every variant, some at a time
real_run() {
	real_name=$1
	[ "$2" = "$(id -un)" ] || real_name=$1-$2
	if [ "$2" != "$(id -un)" ] && [ "$(id -u)" != 0 ]; then
		skipped "$real_name" "only root can run as $2"
		return
	elif ! as_user "$2" test -r "$SO" -a -x "$3"; then
		skipped "$real_name" "$2 cannot reach the work folder"
		return
	fi
	real_names="$real_names $real_name"
	mkdir -p "$real_dir/$real_name"
	real_start stock "$@"
	for real_mode in $real_modes; do
		real_start $real_mode-0 "$@" $(real_fastscan $real_mode 0)
		real_start $real_mode-100 "$@" $(real_fastscan $real_mode 100)
	done
}

# real_fastscan MODE VERIFY: an interval that no slow machine outlasts
real_fastscan() {
	say "-d extension=$SO -d fastscan.validate=$1 -d fastscan.verify=$2" \
		"-d fastscan.revalidate_freq=600"
}

# real_start VARIANT WORKLOAD USER PLACE PHP-ARG...
real_start() {
	[ "$real_running" -lt "$JOBS" ] || { wait; real_running=0; }
	real_running=$((real_running + 1))
	real_variant "$@" &
}

# real_variant: see real_start. Leaves $real_dir/NAME/VARIANT.json, .err, .rc and .strace; without
# suffix it is a scratch folder. A verifying run is not traced.
real_variant() {
	real_out=$real_dir/$real_name/$1
	real_left="$real_out $real_out.json" real_traced=
	if real_can_trace && [ "${1%-100}" = "$1" ]; then
		real_left="$real_left $real_out.strace"
		real_traced="strace -f -qq -o $real_out.strace"
	fi
	real_workload=$2 real_user=$3 real_place=$4
	shift 4
	mkdir -p "$real_out"
	touch $real_left
	chown "$real_user" $real_left
	as_user "$real_user" HOME="$real_out" $real_traced timeout --foreground 120 \
		"$PHP" -n $real_load -d include_path=/usr/share/php "$@" \
		"$real/run.php" "$real_workload" "$real_place" "$real_out" "$real_out" \
		> "$real_out.err" 2>&1 < /dev/null
	echo $? > "$real_out.rc"
}

# real_can_trace: strace may be missing, or forbidden in a container
real_can_trace() {
	if [ -z "${real_trace-}" ]; then
		real_trace=no
		! strace -qq -o /dev/null true 2>/dev/null || real_trace=yes
	fi
	[ "$real_trace" = yes ]
}

# real_stale: that the comparison can fail. Another process adds a plugin between the two passes:
# `never` must miss it, and verification must find that out. run.php waits for as long as its
# OUT.wait exists.
real_stale() {
	[ -d "$real_site/wp-content/plugins" ] || return 0
	real_name=control
	mkdir -p "$real_dir/$real_name"
	for real_mode in stock never-0 never-100; do
		real_args=
		[ $real_mode = stock ] || real_args=$(real_fastscan never "${real_mode#never-}")
		: > "$real_dir/$real_name/$real_mode.wait"
		real_variant $real_mode get_plugins "$(id -un)" "$real_site" $real_args &
		while [ ! -e "$real_dir/$real_name/$real_mode.waits" ] && kill -0 $! 2>/dev/null; do
			sleep 0.1
		done
		cp -a "$real_dir/plugin" "$real_site/wp-content/plugins/added"
		rm "$real_dir/$real_name/$real_mode.wait"
		wait $!
		rm -r "$real_site/wp-content/plugins/added"
	done
	real_names="$real_names control"
}
