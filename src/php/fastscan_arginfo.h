/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: e36baebb576cb289d7605292f19a7fd863254ebf */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_fastscan_status, 0, 0, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, directories, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_fastscan_counters, 0, 0, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, reset, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_fastscan_explain, 0, 1, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_fastscan_xhprof, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_fastscan_reset, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_fastscan_invalidate, 0, 1, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, recursive, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_fastscan_probe, 0, 1, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, directory, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_fastscan_warm, 0, 1, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, depth, IS_LONG, 0, "2048")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_fastscan_request_start, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()


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
