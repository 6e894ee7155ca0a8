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
#include <jxl/encode.h>
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
#if __has_include(<sqlite3.h>)
#include <sqlite3.h>
#define DECLARES_SQLITE
#endif
#if __has_include(<archive_entry.h>)
#include <archive.h>
#include <archive_entry.h>
#define DECLARES_ARCHIVE
#endif
#if __has_include(<libraw/libraw.h>)
#include <libraw/libraw.h>
#if LIBRAW_MAJOR_VERSION > 0 || LIBRAW_MINOR_VERSION > 20
// Headers of later versions need not have this flag of LibRaw 0.20.
#define LIBRAW_OPIONS_NO_MEMERR_CALLBACK 1
#endif
#define DECLARES_LIBRAW
#endif
#if __has_include(<FreeImage.h>)
#include <FreeImage.h>
#define DECLARES_FREEIMAGE
#endif
#if __has_include(<libdjvu/ddjvuapi.h>)
#include <libdjvu/ddjvuapi.h>
#define DECLARES_DJVU
#endif
#if __has_include(<poppler/glib/poppler.h>) && __has_include(<cairo.h>)
#include <poppler/glib/poppler.h>
#define DECLARES_POPPLER
#endif
#if __has_include(<gexiv2/gexiv2.h>) && __has_include(<gio/gio.h>)
#include <gexiv2/gexiv2.h>
#define DECLARES_GEXIV2
#endif
#if __has_include(<expat.h>)
#include <expat.h>
#define DECLARES_EXPAT
#endif
#if __has_include(<cairo.h>)
#include <cairo.h>
#define DECLARES_CAIRO
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
