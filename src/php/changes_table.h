/* SPDX-License-Identifier: MIT */
/*
 * changes_table.h: which function marks what. The whole list, and the only one.
 *
 *	F(function, kind, argument)                   a function
 *	M(identifier, class, method, kind, argument)  a method, in every subclass's table too
 *
 * argument is the number, from 1, of the argument that the kind looks at; 0: at none.
 * What is not there in this PHP is skipped. Several lists, so that no macro grows without end.
 *
 * Not here, because caught below them: everything that goes through the plain-files wrapper (fopen,
 * file_put_contents, copy, rename, unlink, mkdir, rmdir, gd, DOM, Phar, extractTo, ...: see
 * wrapper.c), and everything that reads, locks or closes what PHP holds a descriptor of (flock,
 * LOCK_EX, fgets from a pipe, SplFileObject, the end of a popen() handle: see changes_streams.c).
 *
 * Kinds:
 *	everything    anything may have changed: it ran a child, waited, or wrote through a library
 *	creates       a file, link or FIFO may have been created at the path; last component followed
 *	returns_path  the same at the path that it returned
 *	attributes    permissions or owner of the path: a directory's concern all below it
 *	moves         the path, to the path in the next argument
 *	opens         opens the path or URL and may read it all: remote ones mark everything
 *	reads         reads the stream: one that is no file marks everything
 *	reads_itself  the same for the object's own stream
 *	copies        from a path or URL to that in the next argument
 *	clears        clearstatcache(): the file's directory, or everything
 *	moves_cwd     changes the working directory
 *	identity      changes ids or the root: what was seen before is forgotten
 *	namespaces    the same, and the table of mounts may be another
 *	forks         the child forgets all, the parent waited for nothing but a child runs now
 *	logs          error_log(): to a mail program or a file
 *	directive     may change a directory that PHP writes to by itself, or open_basedir
 *	environment   the same for TMPDIR
 *	writer        everything, and the object may write again when it is freed
 *	option        curl: some options name files that are written when the handle is freed
 *	options       the same for an array of them
 *	connects      PDO: the driver is sqlite, if the DSN says so
 *	database      everything, if some PDO connection is sqlite's
 *	native        code outside PHP may run from now on, or a loop waits and calls back: all is
 *	              strict until the request's end
 */
#ifndef PHP_FASTSCAN_CHANGES_TABLE_H
#define PHP_FASTSCAN_CHANGES_TABLE_H

/* Paths that never pass through the plain-files wrapper. */
#define PHP_FASTSCAN_CHANGES_PATHS(F, M) \
	F(touch, creates, 1) \
	F(chmod, attributes, 1) \
	F(chown, attributes, 1) \
	F(chgrp, attributes, 1) \
	F(lchown, attributes, 1) \
	F(lchgrp, attributes, 1) \
	F(symlink, everything, 0) \
	F(link, creates, 2) \
	F(tempnam, returns_path, 0) \
	F(tmpfile, everything, 0) \
	F(move_uploaded_file, moves, 1) \
	F(posix_mkfifo, creates, 1) \
	F(posix_mknod, creates, 1) \
	F(readline_write_history, creates, 1) \
	F(imagegd, creates, 2) \
	F(imagegd2, creates, 2) \
	F(error_log, logs, 2) \
	F(clearstatcache, clears, 2)

/* Children and waiting. */
#define PHP_FASTSCAN_CHANGES_WAITS(F, M) \
	F(exec, everything, 0) \
	F(shell_exec, everything, 0) \
	F(system, everything, 0) \
	F(passthru, everything, 0) \
	F(popen, everything, 0) \
	F(pclose, everything, 0) \
	F(proc_open, everything, 0) \
	F(proc_close, everything, 0) \
	F(proc_get_status, everything, 0) \
	F(proc_terminate, everything, 0) \
	F(mail, everything, 0) \
	F(mb_send_mail, everything, 0) \
	F(imap_mail, everything, 0) \
	F(pcntl_fork, forks, 0) \
	F(pcntl_rfork, forks, 0) \
	F(pcntl_forkx, forks, 0) \
	F(pcntl_exec, everything, 0) \
	F(pcntl_wait, everything, 0) \
	F(pcntl_waitpid, everything, 0) \
	F(pcntl_waitid, everything, 0) \
	F(pcntl_sigwaitinfo, everything, 0) \
	F(pcntl_sigtimedwait, everything, 0) \
	F(sleep, everything, 0) \
	F(usleep, everything, 0) \
	F(time_nanosleep, everything, 0) \
	F(time_sleep_until, everything, 0) \
	F(sem_acquire, everything, 0) \
	F(msg_receive, everything, 0) \
	F(msg_send, everything, 0) \
	F(session_start, directive, 0) \
	F(session_write_close, everything, 0) \
	F(session_commit, everything, 0) \
	F(session_destroy, everything, 0) \
	F(session_regenerate_id, everything, 0) \
	F(session_gc, everything, 0) \
	F(virtual, everything, 0) \
	F(inotify_read, everything, 0) \
	M(parallel_value, "parallel\\Future", "value", everything, 0) \
	M(parallel_receive, "parallel\\Channel", "recv", everything, 0) \
	M(parallel_poll, "parallel\\Events", "poll", everything, 0) \
	F(readline, everything, 0) \
	F(readline_callback_read_char, everything, 0)

/* Sockets and remote streams, which have no table of operations that could be caught. */
#define PHP_FASTSCAN_CHANGES_SOCKETS(F, M) \
	F(stream_select, everything, 0) \
	F(stream_socket_client, everything, 0) \
	F(stream_socket_server, everything, 0) \
	F(stream_socket_accept, everything, 0) \
	F(stream_socket_recvfrom, everything, 0) \
	F(stream_socket_pair, everything, 0) \
	F(stream_socket_enable_crypto, everything, 0) \
	F(fsockopen, everything, 0) \
	F(pfsockopen, everything, 0) \
	F(socket_accept, everything, 0) \
	F(socket_bind, everything, 0) \
	F(socket_connect, everything, 0) \
	F(socket_addrinfo_connect, everything, 0) \
	F(socket_read, everything, 0) \
	F(socket_recv, everything, 0) \
	F(socket_recvfrom, everything, 0) \
	F(socket_recvmsg, everything, 0) \
	F(socket_select, everything, 0) \
	F(curl_exec, everything, 0) \
	F(curl_multi_exec, everything, 0) \
	F(curl_multi_select, everything, 0) \
	F(curl_close, everything, 0) \
	F(curl_multi_close, everything, 0) \
	F(curl_upkeep, everything, 0) \
	F(curl_copy_handle, writer, 0) \
	F(curl_setopt, option, 2) \
	F(curl_setopt_array, options, 2) \
	F(get_headers, everything, 0) \
	F(ftp_connect, everything, 0) \
	F(ftp_ssl_connect, everything, 0) \
	F(ftp_login, everything, 0) \
	F(ftp_raw, everything, 0) \
	F(ftp_exec, everything, 0) \
	F(ftp_site, everything, 0) \
	F(ftp_nlist, everything, 0) \
	F(ftp_rawlist, everything, 0) \
	F(ftp_mlsd, everything, 0) \
	F(ftp_get, everything, 0) \
	F(ftp_fget, everything, 0) \
	F(ftp_put, everything, 0) \
	F(ftp_fput, everything, 0) \
	F(ftp_append, everything, 0) \
	F(ftp_nb_get, everything, 0) \
	F(ftp_nb_fget, everything, 0) \
	F(ftp_nb_put, everything, 0) \
	F(ftp_nb_fput, everything, 0) \
	F(ftp_nb_continue, everything, 0) \
	F(ftp_rename, everything, 0) \
	F(ftp_delete, everything, 0) \
	F(ftp_mkdir, everything, 0) \
	F(ftp_rmdir, everything, 0) \
	F(ftp_size, everything, 0) \
	F(ftp_mdtm, everything, 0) \
	F(ssh2_connect, everything, 0) \
	F(ssh2_exec, everything, 0) \
	F(ssh2_shell, everything, 0) \
	F(ssh2_scp_recv, everything, 0) \
	F(ssh2_scp_send, everything, 0) \
	M(soap_construct, "SoapClient", "__construct", everything, 0) \
	M(soap_request, "SoapClient", "__doRequest", everything, 0)

/* Readers of streams, and openers of URLs. */
#define PHP_FASTSCAN_CHANGES_STREAMS(F, M) \
	F(fread, reads, 1) \
	F(feof, reads, 1) \
	F(fgets, reads, 1) \
	F(fgetss, reads, 1) \
	F(fgetc, reads, 1) \
	F(fgetcsv, reads, 1) \
	F(fscanf, reads, 1) \
	F(fpassthru, reads, 1) \
	F(stream_get_contents, reads, 1) \
	F(stream_get_line, reads, 1) \
	F(stream_copy_to_stream, reads, 1) \
	F(hash_update_stream, reads, 2) \
	F(gzread, reads, 1) \
	F(gzgets, reads, 1) \
	F(gzgetc, reads, 1) \
	F(gzpassthru, reads, 1) \
	F(bzread, reads, 1) \
	F(bzclose, everything, 0) \
	F(bzopen, everything, 0) \
	F(fopen, opens, 1) \
	F(file_get_contents, opens, 1) \
	F(file_put_contents, opens, 1) \
	F(file, opens, 1) \
	F(readfile, opens, 1) \
	F(copy, copies, 1) \
	F(gzopen, opens, 1) \
	F(gzfile, opens, 1) \
	F(readgzfile, opens, 1) \
	F(get_meta_tags, opens, 1) \
	F(parse_ini_file, opens, 1) \
	F(highlight_file, opens, 1) \
	F(show_source, opens, 1) \
	F(php_strip_whitespace, opens, 1) \
	F(md5_file, opens, 1) \
	F(sha1_file, opens, 1) \
	F(hash_file, opens, 2) \
	F(hash_hmac_file, opens, 2) \
	F(hash_update_file, opens, 2) \
	F(getimagesize, opens, 1) \
	F(exif_read_data, opens, 1) \
	F(exif_thumbnail, opens, 1) \
	F(exif_imagetype, opens, 1) \
	F(finfo_file, opens, 2) \
	F(mime_content_type, opens, 1) \
	F(imagecreatefromjpeg, opens, 1) \
	F(imagecreatefrompng, opens, 1) \
	F(imagecreatefromgif, opens, 1) \
	F(imagecreatefromwebp, opens, 1) \
	F(imagecreatefromavif, opens, 1) \
	F(imagecreatefrombmp, opens, 1) \
	F(simplexml_load_file, opens, 1) \
	F(imagepng, opens, 2) \
	F(imagejpeg, opens, 2) \
	F(imagegif, opens, 2) \
	F(imagewebp, opens, 2) \
	F(imageavif, opens, 2) \
	F(imagebmp, opens, 2) \
	F(imagewbmp, opens, 2) \
	F(imagexbm, opens, 2) \
	F(xmlwriter_open_uri, opens, 1) \
	M(xmlwriter_open, "XMLWriter", "openUri", opens, 1) \
	M(dom_save, "DOMDocument", "save", opens, 1) \
	M(dom_save_html, "DOMDocument", "saveHTMLFile", opens, 1) \
	M(simplexml_as_xml, "SimpleXMLElement", "asXML", opens, 1) \
	M(simplexml_save_xml, "SimpleXMLElement", "saveXML", opens, 1) \
	M(dom_load, "DOMDocument", "load", opens, 1) \
	M(dom_load_html, "DOMDocument", "loadHTMLFile", opens, 1) \
	M(xmlreader_open, "XMLReader", "open", opens, 1) \
	M(finfo, "finfo", "file", opens, 1) \
	M(file_construct, "SplFileObject", "__construct", opens, 1) \
	M(file_open, "SplFileInfo", "openFile", opens, 0) \
	M(file_fgets, "SplFileObject", "fgets", reads_itself, 0) \
	M(file_fgetss, "SplFileObject", "fgetss", reads_itself, 0) \
	M(file_fgetc, "SplFileObject", "fgetc", reads_itself, 0) \
	M(file_fgetcsv, "SplFileObject", "fgetcsv", reads_itself, 0) \
	M(file_fread, "SplFileObject", "fread", reads_itself, 0) \
	M(file_fscanf, "SplFileObject", "fscanf", reads_itself, 0) \
	M(file_fpassthru, "SplFileObject", "fpassthru", reads_itself, 0) \
	M(file_current, "SplFileObject", "current", reads_itself, 0) \
	M(file_line, "SplFileObject", "getCurrentLine", reads_itself, 0) \
	M(file_next, "SplFileObject", "next", reads_itself, 0) \
	M(file_rewind, "SplFileObject", "rewind", reads_itself, 0) \
	M(file_seek, "SplFileObject", "seek", reads_itself, 0) \
	M(file_valid, "SplFileObject", "valid", reads_itself, 0) \
	M(file_string, "SplFileObject", "__toString", reads_itself, 0)

/* Where this process stands, and what it may do. */
#define PHP_FASTSCAN_CHANGES_PROCESS(F, M) \
	F(chdir, moves_cwd, 0) \
	F(chroot, identity, 0) \
	F(posix_setuid, identity, 0) \
	F(posix_setgid, identity, 0) \
	F(posix_seteuid, identity, 0) \
	F(posix_setegid, identity, 0) \
	F(posix_initgroups, identity, 0) \
	F(pcntl_unshare, namespaces, 0) \
	F(pcntl_setns, namespaces, 0) \
	F(ini_set, directive, 1) \
	F(ini_alter, directive, 1) \
	F(ini_restore, directive, 1) \
	F(session_save_path, directive, 0) \
	F(putenv, environment, 1) \
	F(dl, native, 0) \
	F(uv_run, native, 0) \
	F(swoole_event_wait, native, 0) \
	M(swoole_start, "Swoole\\Server", "start", native, 0) \
	M(swoole_hooks, "Swoole\\Runtime", "enableCoroutine", native, 0) \
	M(swoole_create, "Swoole\\Coroutine", "create", native, 0) \
	M(ev_run, "Ev", "run", native, 0) \
	M(ev_loop_run, "EvLoop", "run", native, 0) \
	M(event_loop, "EventBase", "loop", native, 0) \
	M(event_dispatch, "EventBase", "dispatch", native, 0) \
	M(ffi_cdef, "FFI", "cdef", native, 0) \
	M(ffi_load, "FFI", "load", native, 0) \
	M(ffi_scope, "FFI", "scope", native, 0)

/* Libraries that open files by themselves. */
#define PHP_FASTSCAN_CHANGES_LIBRARIES(F, M) \
	F(dba_open, everything, 0) \
	F(dba_popen, everything, 0) \
	F(dba_close, everything, 0) \
	F(dba_sync, everything, 0) \
	F(dba_optimize, everything, 0) \
	F(openssl_pkcs7_sign, everything, 0) \
	F(openssl_pkcs7_encrypt, everything, 0) \
	F(openssl_pkcs7_decrypt, everything, 0) \
	F(openssl_pkcs7_verify, everything, 0) \
	F(openssl_cms_sign, everything, 0) \
	F(openssl_cms_encrypt, everything, 0) \
	F(openssl_cms_decrypt, everything, 0) \
	F(openssl_cms_verify, everything, 0) \
	F(openssl_x509_export_to_file, everything, 0) \
	F(openssl_csr_export_to_file, everything, 0) \
	F(openssl_pkey_export_to_file, everything, 0) \
	F(openssl_pkcs12_export_to_file, everything, 0) \
	F(imap_savebody, everything, 0) \
	F(pg_lo_export, everything, 0) \
	M(imagick_construct, "Imagick", "__construct", everything, 0) \
	M(imagick_read, "Imagick", "readImage", everything, 0) \
	M(imagick_write, "Imagick", "writeImage", everything, 0) \
	M(imagick_writes, "Imagick", "writeImages", everything, 0) \
	M(imagick_write_file, "Imagick", "writeImageFile", everything, 0) \
	M(imagick_writes_file, "Imagick", "writeImagesFile", everything, 0) \
	M(gmagick_read, "Gmagick", "readimage", everything, 0) \
	M(gmagick_write, "Gmagick", "writeimage", everything, 0) \
	M(xslt_document, "XSLTProcessor", "transformToDoc", everything, 0) \
	M(xslt_uri, "XSLTProcessor", "transformToUri", everything, 0) \
	M(xslt_xml, "XSLTProcessor", "transformToXml", everything, 0) \
	M(zip_open, "ZipArchive", "open", writer, 0) \
	M(zip_close, "ZipArchive", "close", everything, 0) \
	M(zip_extract, "ZipArchive", "extractTo", everything, 0) \
	M(sqlite_construct, "SQLite3", "__construct", writer, 0) \
	M(sqlite_open, "SQLite3", "open", writer, 0) \
	M(sqlite_close, "SQLite3", "close", everything, 0) \
	M(sqlite_exec, "SQLite3", "exec", everything, 0) \
	M(sqlite_query, "SQLite3", "query", everything, 0) \
	M(sqlite_single, "SQLite3", "querySingle", everything, 0) \
	M(sqlite_backup, "SQLite3", "backup", everything, 0) \
	M(sqlite_execute, "SQLite3Stmt", "execute", everything, 0) \
	M(sqlite_fetch, "SQLite3Result", "fetchArray", everything, 0) \
	M(sqlite_finalize, "SQLite3Result", "finalize", everything, 0) \
	M(sqlite_statement, "SQLite3Stmt", "close", everything, 0) \
	M(pdo_construct, "PDO", "__construct", connects, 1) \
	M(pdo_connect, "PDO", "connect", connects, 1) \
	M(pdo_begin, "PDO", "beginTransaction", database, 0) \
	M(pdo_commit, "PDO", "commit", database, 0) \
	M(pdo_rollback, "PDO", "rollBack", database, 0) \
	M(pdo_exec, "PDO", "exec", database, 0) \
	M(pdo_query, "PDO", "query", database, 0) \
	M(pdo_execute, "PDOStatement", "execute", database, 0) \
	M(pdo_fetch, "PDOStatement", "fetch", database, 0) \
	M(pdo_fetch_column, "PDOStatement", "fetchColumn", database, 0) \
	M(pdo_fetch_object, "PDOStatement", "fetchObject", database, 0) \
	M(pdo_fetch_all, "PDOStatement", "fetchAll", database, 0) \
	M(pdo_close, "PDOStatement", "closeCursor", database, 0)

/* Archives. What goes through the wrapper is marked there; renames, chmods and removals are not. */
#define PHP_FASTSCAN_CHANGES_ARCHIVES(F, M) \
	M(phar_empty, "Phar", "addEmptyDir", everything, 0) \
	M(phar_file, "Phar", "addFile", everything, 0) \
	M(phar_text, "Phar", "addFromString", everything, 0) \
	M(phar_build, "Phar", "buildFromDirectory", everything, 0) \
	M(phar_iterate, "Phar", "buildFromIterator", everything, 0) \
	M(phar_compress, "Phar", "compress", everything, 0) \
	M(phar_compress_files, "Phar", "compressFiles", everything, 0) \
	M(phar_decompress, "Phar", "decompress", everything, 0) \
	M(phar_decompress_files, "Phar", "decompressFiles", everything, 0) \
	M(phar_executable, "Phar", "convertToExecutable", everything, 0) \
	M(phar_data, "Phar", "convertToData", everything, 0) \
	M(phar_copy, "Phar", "copy", everything, 0) \
	M(phar_delete, "Phar", "delete", everything, 0) \
	M(phar_extract, "Phar", "extractTo", everything, 0) \
	M(phar_set, "Phar", "offsetSet", everything, 0) \
	M(phar_unset, "Phar", "offsetUnset", everything, 0) \
	M(phar_stop, "Phar", "stopBuffering", everything, 0) \
	M(phar_unlink, "Phar", "unlinkArchive", everything, 0) \
	M(phardata_empty, "PharData", "addEmptyDir", everything, 0) \
	M(phardata_file, "PharData", "addFile", everything, 0) \
	M(phardata_text, "PharData", "addFromString", everything, 0) \
	M(phardata_build, "PharData", "buildFromDirectory", everything, 0) \
	M(phardata_iterate, "PharData", "buildFromIterator", everything, 0) \
	M(phardata_compress, "PharData", "compress", everything, 0) \
	M(phardata_compress_files, "PharData", "compressFiles", everything, 0) \
	M(phardata_decompress, "PharData", "decompress", everything, 0) \
	M(phardata_decompress_files, "PharData", "decompressFiles", everything, 0) \
	M(phardata_executable, "PharData", "convertToExecutable", everything, 0) \
	M(phardata_data, "PharData", "convertToData", everything, 0) \
	M(phardata_copy, "PharData", "copy", everything, 0) \
	M(phardata_delete, "PharData", "delete", everything, 0) \
	M(phardata_extract, "PharData", "extractTo", everything, 0) \
	M(phardata_set, "PharData", "offsetSet", everything, 0) \
	M(phardata_unset, "PharData", "offsetUnset", everything, 0) \
	M(phardata_stop, "PharData", "stopBuffering", everything, 0)

#define PHP_FASTSCAN_CHANGES(F, M) \
	PHP_FASTSCAN_CHANGES_PATHS(F, M) \
	PHP_FASTSCAN_CHANGES_WAITS(F, M) \
	PHP_FASTSCAN_CHANGES_SOCKETS(F, M) \
	PHP_FASTSCAN_CHANGES_STREAMS(F, M) \
	PHP_FASTSCAN_CHANGES_PROCESS(F, M) \
	PHP_FASTSCAN_CHANGES_LIBRARIES(F, M) \
	PHP_FASTSCAN_CHANGES_ARCHIVES(F, M)

#endif
