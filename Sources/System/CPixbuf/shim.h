#pragma once
// Declarations of gdk-pixbuf 2.42 and GLib 2. The libraries are opened for the first picture that
// needs them, because their dozen dependencies would delay every start. Neither the libraries nor
// their headers are needed to build.
#include <stddef.h>
#include <stdint.h>

typedef struct { uint32_t domain; int code; char *message; } GError;
typedef struct GSList { void *data; struct GSList *next; } GSList;
typedef int gboolean;
