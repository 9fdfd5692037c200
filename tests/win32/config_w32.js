/* SPDX-License-Identifier: MIT */
/*
 * config_w32.js: what PHP's configure.js offers to config.w32, as far as ours uses it. The wine
 * stage puts config.w32 behind this and runs both in JScript: a line of output for each source that
 * would be compiled, and for what is asked.
 */
var configure_module_dirname = "C:\\src\\fastscan";
var PHP_PHP_BUILD = "C:\\php-sdk\\deps";
var PHP_FASTSCAN = "no";
var PHP_UTHASH = "no";

function ARG_ENABLE(name, help, fallback)
{
	WScript.Echo("ARG_ENABLE " + name + " " + fallback);
	PHP_FASTSCAN = "yes";
}

function ARG_WITH(name, help, fallback)
{
	WScript.Echo("ARG_WITH " + name + " " + fallback);
	PHP_UTHASH = fallback;
}

function CHECK_HEADER_ADD_INCLUDE(header, flags, path)
{
	WScript.Echo("HEADER " + header + " " + flags + " " + path);
	return true;
}

function ERROR(text)
{
	WScript.Echo("ERROR " + text);
}

function sources(dir, list)
{
	var names = list.split(" ");

	for (var i = 0; i < names.length; i++) {
		if (names[i] != "") {
			WScript.Echo("SOURCE " + (dir + "\\" + names[i]).replace(/\\/g, "/"));
		}
	}
}

function EXTENSION(name, list, shared, flags)
{
	sources(configure_module_dirname, list);
	WScript.Echo("FLAGS " + name + " " + flags);
}

function ADD_SOURCES(dir, list, name)
{
	sources(dir, list);
}
