#pragma once
// What the helper says to gdk-pixbuf 2.42 and GLib 2. The libraries are looked up when the first
// picture comes that needs them: with the dozen libraries they are linked with they would slow every
// start. Building needs neither them nor their headers.
#include <stddef.h>
#include <stdint.h>

typedef struct { uint32_t domain; int code; char *message; } GError;
typedef struct GSList { void *data; struct GSList *next; } GSList;
typedef int gboolean;
