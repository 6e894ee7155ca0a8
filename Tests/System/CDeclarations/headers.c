#include "CDeclarations.h"

#if __has_include(<glib.h>)
#include <glib.h>
#define DECLARES_GLIB
#endif
#if __has_include(<gio/gio.h>)
#include <gio/gio.h>
#define DECLARES_GIO
#endif
#if __has_include(<lcms2.h>)
#include <lcms2.h>
#define DECLARES_LCMS
#endif
#if __has_include(<webp/demux.h>)
#include <webp/decode.h>
#include <webp/demux.h>
#define DECLARES_WEBP
#endif
#if __has_include(<tiffio.h>)
#include <tiffio.h>
#define DECLARES_TIFF
#endif
#if __has_include(<jxl/decode.h>)
#include <jxl/decode.h>
#define DECLARES_JXL
#endif
#if __has_include(<libheif/heif.h>)
#include <libheif/heif.h>
#define DECLARES_HEIF
#endif
#if __has_include(<openjpeg-2.5/openjpeg.h>)
#include <openjpeg-2.5/openjpeg.h>
#define DECLARES_J2K
#endif
#if __has_include(<OpenEXR/openexr.h>)
#include <OpenEXR/openexr.h>
#define DECLARES_EXR
#endif
#if __has_include(<pango/pango.h>)
#include <pango/pango.h>
#define DECLARES_PANGO
#endif
#if __has_include(<X11/SM/SMlib.h>)
#include <X11/SM/SMlib.h>
#define DECLARES_SM
#endif
#if __has_include(<mpv/render.h>)
#include <mpv/client.h>
#include <mpv/render.h>
#define DECLARES_MPV
#endif
#define VALUE(own, real) {LIBRARY, #own, DECLARATION_EQUAL, (long long)(real)},
#define SIZE(own, real) {LIBRARY, "size of " #own, DECLARATION_EQUAL, sizeof(real)},
#define ROOM(own, real) {LIBRARY, "size of " #own, DECLARATION_AT_LEAST, sizeof(real)},
#define FIELD(own, field, real, real_field)                                                  \
  {LIBRARY, "offset of " #own "." #field, DECLARATION_EQUAL, offsetof(real, real_field)},    \
  {LIBRARY, "size of " #own "." #field, DECLARATION_EQUAL, sizeof(((real *)0)->real_field)},

static const struct Declaration table[] = {
#include "declarations.def"
    {0, 0, DECLARATION_EQUAL, 0},
};

struct DeclarationTable declarations_of_headers(void) {
  return (struct DeclarationTable){table, sizeof table / sizeof *table - 1};
}
