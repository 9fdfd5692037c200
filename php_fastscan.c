/* SPDX-License-Identifier: MIT */
/*
 * php_fastscan.c: module entry and lifecycle, nothing else.
 *
 * Start-up installs the hooks for good; a request only decides whether they answer
 * (src/php/activate.c). Every module whose functions are hooked is named as a dependency, so that
 * it has registered them before MINIT runs here. State is per thread, in the module globals.
 */
#include "src/php/glue.h"

#include "src/php/compat.h"
#include "src/platform/platform.h"

#include "SAPI.h"
#include "ext/standard/info.h"

#if PHP_VERSION_ID >= 80000
# include "src/php/fastscan_arginfo.h"
#else
# include "src/php/fastscan_legacy_arginfo.h"
#endif

ZEND_DECLARE_MODULE_GLOBALS(fastscan)

static PHP_GINIT_FUNCTION(fastscan)
{
#if defined(ZTS) && defined(COMPILE_DL_FASTSCAN)
	ZEND_TSRMLS_CACHE_UPDATE();
#endif
	memset(fastscan_globals, 0, sizeof *fastscan_globals);
	fastscan_globals->function = -1;
}

/* Under ZTS another thread may run this for a thread that is gone: only the argument is used. */
static PHP_GSHUTDOWN_FUNCTION(fastscan)
{
	php_fastscan_view_destroy(fastscan_globals);
	php_fastscan_profile_globals_dtor(fastscan_globals);
}

static PHP_MINIT_FUNCTION(fastscan)
{
	fsc_os_init();
	php_fastscan_ini_startup(type, module_number);
	php_fastscan_shared_startup();
	php_fastscan_hooks_startup();
	return SUCCESS;
}

/* Without threads the globals outlive this call, and the view wants the platform. */
static PHP_MSHUTDOWN_FUNCTION(fastscan)
{
	php_fastscan_hooks_shutdown();
#ifndef ZTS
	php_fastscan_view_destroy(&fastscan_globals);
#endif
	php_fastscan_shared_shutdown();
	php_fastscan_ini_shutdown(type, module_number);
	fsc_os_deinit();
	return SUCCESS;
}

static PHP_RINIT_FUNCTION(fastscan)
{
	(void) type;
	(void) module_number;
#if defined(ZTS) && defined(COMPILE_DL_FASTSCAN)
	ZEND_TSRMLS_CACHE_UPDATE();
#endif
	php_fastscan_activate();
	return SUCCESS;
}

static PHP_RSHUTDOWN_FUNCTION(fastscan)
{
	(void) type;
	(void) module_number;
	php_fastscan_deactivate();
	return SUCCESS;
}

static PHP_MINFO_FUNCTION(fastscan)
{
	php_fastscan_info(zend_module);
}

/* standard is always there; of the others those that are loaded start first. */
static const zend_module_dep fastscan_deps[] = {
	ZEND_MOD_REQUIRED("standard")
	ZEND_MOD_OPTIONAL("spl")
	ZEND_MOD_OPTIONAL("phar")
	ZEND_MOD_OPTIONAL("bz2")
	ZEND_MOD_OPTIONAL("curl")
	ZEND_MOD_OPTIONAL("dba")
	ZEND_MOD_OPTIONAL("dom")
	ZEND_MOD_OPTIONAL("exif")
	ZEND_MOD_OPTIONAL("ffi")
	ZEND_MOD_OPTIONAL("fileinfo")
	ZEND_MOD_OPTIONAL("ftp")
	ZEND_MOD_OPTIONAL("gd")
	ZEND_MOD_OPTIONAL("imagick")
	ZEND_MOD_OPTIONAL("imap")
	ZEND_MOD_OPTIONAL("mbstring")
	ZEND_MOD_OPTIONAL("openssl")
	ZEND_MOD_OPTIONAL("pcntl")
	ZEND_MOD_OPTIONAL("pdo")
	ZEND_MOD_OPTIONAL("pdo_sqlite")
	ZEND_MOD_OPTIONAL("posix")
	ZEND_MOD_OPTIONAL("readline")
	ZEND_MOD_OPTIONAL("session")
	ZEND_MOD_OPTIONAL("simplexml")
	ZEND_MOD_OPTIONAL("soap")
	ZEND_MOD_OPTIONAL("sockets")
	ZEND_MOD_OPTIONAL("sqlite3")
	ZEND_MOD_OPTIONAL("ssh2")
	ZEND_MOD_OPTIONAL("swoole")
	ZEND_MOD_OPTIONAL("sysvmsg")
	ZEND_MOD_OPTIONAL("sysvsem")
	ZEND_MOD_OPTIONAL("xmlwriter")
	ZEND_MOD_OPTIONAL("xsl")
	ZEND_MOD_OPTIONAL("zip")
	ZEND_MOD_OPTIONAL("zlib")
	ZEND_MOD_END
};

zend_module_entry fastscan_module_entry = {
	STANDARD_MODULE_HEADER_EX,
	NULL,
	fastscan_deps,
	PHP_FASTSCAN_EXTNAME,
	ext_functions,
	PHP_MINIT(fastscan),
	PHP_MSHUTDOWN(fastscan),
	PHP_RINIT(fastscan),
	PHP_RSHUTDOWN(fastscan),
	PHP_MINFO(fastscan),
	PHP_FASTSCAN_VERSION,
	PHP_MODULE_GLOBALS(fastscan),
	PHP_GINIT(fastscan),
	PHP_GSHUTDOWN(fastscan),
	NULL,
	STANDARD_MODULE_PROPERTIES_EX
};

#ifdef COMPILE_DL_FASTSCAN
# ifdef ZTS
ZEND_TSRMLS_CACHE_DEFINE()
# endif
ZEND_GET_MODULE(fastscan)
#endif
