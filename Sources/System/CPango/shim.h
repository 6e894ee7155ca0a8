#pragma once
// Declarations of Pango 1. The libraries are opened when the first text is drawn, because their
// dozen dependencies would delay every start. Neither the libraries nor their headers are needed to
// build. Declared names are those of Pango.
//
// Source: the reference of Pango (docs.gtk.org/Pango). Numbers and layouts are ABI of every
// libpango-1.0.so.0.

#define PANGO_SCALE 1024

typedef struct { int x, y, width, height; } PangoRectangle;

// The beginning of a line of a layout: its first byte and its length in bytes.
typedef struct { void *layout; int start_index; int length; } PangoLayoutLine;

typedef enum {
  PANGO_ALIGN_LEFT = 0,
  PANGO_ALIGN_CENTER = 1,
  PANGO_ALIGN_RIGHT = 2
} PangoAlignment;

typedef enum { PANGO_DIRECTION_LTR, PANGO_DIRECTION_RTL } PangoDirection;

typedef enum { PANGO_ELLIPSIZE_MIDDLE = 2, PANGO_ELLIPSIZE_END = 3 } PangoEllipsizeMode;

typedef enum {
  PANGO_WEIGHT_NORMAL = 400,
  PANGO_WEIGHT_MEDIUM = 500,
  PANGO_WEIGHT_SEMIBOLD = 600,
  PANGO_WEIGHT_BOLD = 700
} PangoWeight;

typedef enum { PANGO_WRAP_WORD = 0, PANGO_WRAP_WORD_CHAR = 2 } PangoWrapMode;

typedef int gboolean;
