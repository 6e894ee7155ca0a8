#pragma once
// Declarations of GLib and GIO 2. The libraries are opened on first use, because their dozen
// dependencies would delay every start. Neither the libraries nor their headers are needed to
// build. Declared names are those of GLib.
//
// Source: their reference (docs.gtk.org/glib, docs.gtk.org/gio). Numbers and layouts are ABI of
// every libglib-2.0.so.0 and libgio-2.0.so.0.
#include <stdint.h>

typedef int gboolean;

typedef struct { uint32_t domain; int code; char *message; } GError;

typedef struct GList { void *data; struct GList *next, *prev; } GList;

// GKeyFileFlags
#define G_KEY_FILE_NONE 0
#define G_KEY_FILE_KEEP_COMMENTS 1
#define G_KEY_FILE_KEEP_TRANSLATIONS 2

// GDBusConnectionFlags
#define G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT 1
#define G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION 8

// GDBusCallFlags
#define G_DBUS_CALL_FLAGS_NONE 0
#define G_DBUS_CALL_FLAGS_NO_AUTO_START 1

// GDBusSignalFlags
#define G_DBUS_SIGNAL_FLAGS_NONE 0

// GDBusMessageType
#define G_DBUS_MESSAGE_TYPE_METHOD_CALL 1
