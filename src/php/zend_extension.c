/* SPDX-License-Identifier: MIT */
/*
 * zend_extension.c: what PHP finds where php.ini says zend_extension=fastscan: an extension of
 * Zend's kind that says what to write instead, and does not start. Under extension=fastscan nobody
 * looks at it.
 */
#include "src/php/glue.h"

#include "zend_extensions.h"

static int refuse(zend_extension *extension)
{
	(void) extension;
	zend_error(E_CORE_WARNING, "fastscan was not loaded as a Zend extension: "
		"write extension=fastscan, not zend_extension=fastscan");
	return FAILURE;
}

#ifdef COMPILE_DL_FASTSCAN
/* Declared here, since PHP's macros promise them to nobody. */
ZEND_DLEXPORT zend_extension_version_info extension_version_info;
ZEND_DLEXPORT zend_extension zend_extension_entry;

ZEND_DLEXPORT zend_extension_version_info extension_version_info = {
	ZEND_EXTENSION_API_NO, (char *) ZEND_EXTENSION_BUILD_ID
};

ZEND_DLEXPORT zend_extension zend_extension_entry = {
	.name = (char *) PHP_FASTSCAN_EXTNAME,
	.version = (char *) PHP_FASTSCAN_VERSION,
	.author = (char *) "fastscan contributors",
	.startup = refuse,
};
#endif
