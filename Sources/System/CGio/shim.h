#pragma once
// What the viewer says to GLib and GIO 2. The libraries are looked up when they are needed: with the
// dozen they are linked with they would slow every start. Building needs neither them nor their
// headers: what is used of them stands here, by its own names.
//
// Source: their reference (docs.gtk.org/glib, docs.gtk.org/gio). Numbers and layouts are ABI: every
// library called libglib-2.0.so.0 or libgio-2.0.so.0 has them.
#include <stdint.h>

typedef int gboolean;

typedef struct { uint32_t domain; int code; char *message; } GError;

// GKeyFileFlags
#define G_KEY_FILE_NONE 0
#define G_KEY_FILE_KEEP_COMMENTS 1
#define G_KEY_FILE_KEEP_TRANSLATIONS 2

// GFileCopyFlags
#define G_FILE_COPY_NOFOLLOW_SYMLINKS 8

// GDBusConnectionFlags
#define G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT 1
#define G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION 8

// GDBusCallFlags
#define G_DBUS_CALL_FLAGS_NONE 0
#define G_DBUS_CALL_FLAGS_NO_AUTO_START 1
