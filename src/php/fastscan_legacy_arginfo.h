/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: e36baebb576cb289d7605292f19a7fd863254ebf */

ZEND_BEGIN_ARG_INFO_EX(arginfo_fastscan_status, 0, 0, 0)
	ZEND_ARG_INFO(0, directories)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_fastscan_counters, 0, 0, 0)
	ZEND_ARG_INFO(0, reset)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_fastscan_explain, 0, 0, 1)
	ZEND_ARG_INFO(0, path)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_fastscan_xhprof, 0, 0, 0)
ZEND_END_ARG_INFO()

#define arginfo_fastscan_reset arginfo_fastscan_xhprof

ZEND_BEGIN_ARG_INFO_EX(arginfo_fastscan_invalidate, 0, 0, 1)
	ZEND_ARG_INFO(0, path)
	ZEND_ARG_INFO(0, recursive)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_fastscan_probe, 0, 0, 1)
	ZEND_ARG_INFO(0, directory)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_fastscan_warm, 0, 0, 1)
	ZEND_ARG_INFO(0, path)
	ZEND_ARG_INFO(0, depth)
ZEND_END_ARG_INFO()

#define arginfo_fastscan_request_start arginfo_fastscan_xhprof


ZEND_FUNCTION(fastscan_status);
ZEND_FUNCTION(fastscan_counters);
ZEND_FUNCTION(fastscan_explain);
ZEND_FUNCTION(fastscan_xhprof);
ZEND_FUNCTION(fastscan_reset);
ZEND_FUNCTION(fastscan_invalidate);
ZEND_FUNCTION(fastscan_probe);
ZEND_FUNCTION(fastscan_warm);
ZEND_FUNCTION(fastscan_request_start);


static const zend_function_entry ext_functions[] = {
	ZEND_FE(fastscan_status, arginfo_fastscan_status)
	ZEND_FE(fastscan_counters, arginfo_fastscan_counters)
	ZEND_FE(fastscan_explain, arginfo_fastscan_explain)
	ZEND_FE(fastscan_xhprof, arginfo_fastscan_xhprof)
	ZEND_FE(fastscan_reset, arginfo_fastscan_reset)
	ZEND_FE(fastscan_invalidate, arginfo_fastscan_invalidate)
	ZEND_FE(fastscan_probe, arginfo_fastscan_probe)
	ZEND_FE(fastscan_warm, arginfo_fastscan_warm)
	ZEND_FE(fastscan_request_start, arginfo_fastscan_request_start)
	ZEND_FE_END
};
