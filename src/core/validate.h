/* SPDX-License-Identifier: MIT */
/*
 * validate.h: validation (validate.c) and filling (fill.c) of a view's nodes. Part of view.h, which
 * includes it.
 */
#ifndef FSC_VALIDATE_H
#define FSC_VALIDATE_H

#include "src/core/view.h"

/* Why a failed call of the system passes a question through. */
fsc_reason fsc_reason_of(fsc_os_result result);

/* The node's path was just seen to lead to this version. */
void fsc_node_seen(fsc_view *view, fsc_node *node, const fsc_version *version, fsc_level level);

/* Has a helper asked meanwhile, and does its answer validate the node? Notes what was asked for. */
bool fsc_node_check_ahead(fsc_view *view, fsc_node *node, fsc_level level);
/* Stat the node's path and compare.
 * FSC_REASON_NONE: a directory, its version is node->version, fresh. */
fsc_reason fsc_node_check(fsc_view *view, fsc_node *node, fsc_level level);

/*
 * Before anybody asks for its listing, on a local disk: if the node is not fresh but found as it
 * was, it is now. Anything else is found out when it is asked for. False: it is of no use to go on
 * with others.
 */
bool fsc_node_check_early(fsc_view *view, fsc_node *node);

/* It is gone for a moment: a switch in two steps, perhaps. */
void fsc_node_lost(fsc_view *view, fsc_node *node);

/* FSC_STAT_SYNC where a validation by descriptor needs it on this mount, or 0. */
unsigned fsc_view_stat_flags(const fsc_view *view, const fsc_mount *mount);

/* Is the verdict on all of `wanted` known, whatever it is? */
bool fsc_node_permission_known(const fsc_view *view, const fsc_node *node, unsigned wanted);
/* Ask by a descriptor of the node's version. `already`: what is granted if it cannot be told. */
void fsc_node_ask_permission(fsc_node *node, int fd, unsigned already);

/* Are they known to be granted, without asking? */
bool fsc_node_is_permitted(const fsc_view *view, const fsc_node *node, unsigned wanted);

/* Make sure of the permissions `wanted` for node->version. FSC_REASON_NONE: granted. */
fsc_reason fsc_node_permit(fsc_view *view, fsc_node *node, unsigned wanted);

/*
 * What is answered. A network client may know by itself that a file is gone (NFS holds a file's
 * attributes for 3 seconds) while it still holds its directory's (30 seconds).
 */
typedef enum fsc_about {
	FSC_ABOUT_DIRECTORY, /* a listed name is a directory */
	FSC_ABOUT_OTHERS,    /* a listed name is something else */
	FSC_ABOUT_ABSENCE,
	FSC_ABOUT_LISTING    /* all names */
} fsc_about;

/* Of what level must a validation be? */
fsc_level fsc_node_level(const fsc_view *view, const fsc_node *node, fsc_about about);

/* What a fill brought. */
typedef struct fsc_filled {
	fsc_snapshot *snapshot; /* one reference, or NULL */
	fsc_version   version;  /* of the directory before it was read */
	bool          kept;     /* settled: shared by all nodes of the version */
	bool          shared;   /* from the shared tier: the directory was not read */
	fsc_reason    reason;   /* why not kept, or, without a snapshot, why there is none */
} fsc_filled;

/*
 * The node's path was just opened as `fd`: its version, mount and freshness come from the
 * descriptor. `to_read`: as a directory that can be read, and not as a mere path, which asks no
 * server. FSC_REASON_NONE: a trusted file system, node->mount is set.
 */
fsc_reason fsc_node_adopt(fsc_view *view, fsc_node *node, int fd, bool to_read);

/*
 * Read the open directory from the descriptor's position, its start. `before` is a version it had
 * at some time before this call. The descriptor stays the caller's. `node`, if given, has the
 * version `before`: it gets permissions, and when to try again.
 */
void fsc_fill(fsc_view *view, fsc_node *node, int fd, const fsc_version *before, fsc_filled *out);

/* Was its file system found to be an untrusted one? (Not for ever: the path may leave it.) */
bool fsc_node_is_distrusted(const fsc_node *node);

/* Was this version found to be one that no listing can hold? */
bool fsc_node_is_hopeless(const fsc_node *node);

/*
 * On remote mounts: take the listing from the shared tier without opening the directory, which
 * would be round trips. False: it is to be opened.
 */
bool fsc_node_fill_unopened(fsc_view *view, fsc_node *node, fsc_filled *out);

/* ---- fill.c ---- */

/* Would a listing of this version be thrown away anyway? Then do not read it for a lookup alone. */
bool fsc_node_is_young(fsc_view *view, fsc_node *node);

/* What a listing of the node's version on this mount would be judged by, but for the clocks. */
void fsc_node_facts(const fsc_view *view, const fsc_node *node, const fsc_mount *mount,
	fsc_trust_facts *facts);

void fsc_node_take_permission(fsc_node *node, const fsc_found *found);

/*
 * What a helper thread found at the node's path counts as seen now; its listing, if there is one
 * and its version proves it, is kept. False: it is of no use. found->snapshot may be taken over.
 */
bool fsc_node_adopt_found(fsc_view *view, fsc_node *node, fsc_found *found, fsc_filled *out);

/* Open the node's path and fill. */
void fsc_node_fill(fsc_view *view, fsc_node *node, fsc_filled *out);

#endif
