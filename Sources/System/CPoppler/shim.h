#pragma once
// Declarations of poppler-glib 0.18 and GLib 2. The libraries are opened for the first PDF; neither
// the libraries nor their headers are needed to build.
#include <stdint.h>

// The code of a PopplerFailure for a document that needs a password.
#define POPPLER_ERROR_ENCRYPTED 1

// GError
typedef struct { uint32_t domain; int code; char *message; } PopplerFailure;
