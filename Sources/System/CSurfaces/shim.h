#pragma once
// Constants of Cairo 1 as librsvg and poppler-glib link it. The decoder opens Cairo through these
// libraries; the module CCairo would link it. Declared names are those of cairo.h.

#define CAIRO_FORMAT_ARGB32 0
#define CAIRO_STATUS_SUCCESS 0
