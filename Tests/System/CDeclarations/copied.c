#include "CDeclarations.h"

#include "../../../Sources/System/CArchive/shim.h"
#include "../../../Sources/System/CDjVu/shim.h"
#include "../../../Sources/System/CEXR/shim.h"
#include "../../../Sources/System/CExpat/shim.h"
#include "../../../Sources/System/CFreeImage/shim.h"
#include "../../../Sources/System/CGExiv2/shim.h"
#include "../../../Sources/System/CHEIF/shim.h"
#include "../../../Sources/System/CJ2K/shim.h"
#include "../../../Sources/System/CJXL/shim.h"
#include "../../../Sources/System/CLCMS/shim.h"
#include "../../../Sources/System/CLibRaw/shim.h"
#include "../../../Sources/System/CMpv/shim.h"
#include "../../../Sources/System/CPango/shim.h"
#include "../../../Sources/System/CPixbuf/shim.h"
#include "../../../Sources/System/CPoppler/shim.h"
#include "../../../Sources/System/CSQLite/shim.h"
#include "../../../Sources/System/CSession/shim.h"
#include "../../../Sources/System/CSurfaces/shim.h"
#include "../../../Sources/System/CTIFF/shim.h"
#include "../../../Sources/System/CWebP/shim.h"

// CGio and CPixbuf declare GError, each for itself.
#define GError GioError
#include "../../../Sources/System/CGio/shim.h"
#undef GError

#define DECLARES_GLIB
#define DECLARES_GIO
#define DECLARES_LCMS
#define DECLARES_WEBP
#define DECLARES_TIFF
#define DECLARES_JXL
#define DECLARES_HEIF
#define DECLARES_J2K
#define DECLARES_EXR
#define DECLARES_MPV
#define DECLARES_PANGO
#define DECLARES_SM
#define DECLARES_SQLITE
#define DECLARES_ARCHIVE
#define DECLARES_LIBRAW
#define DECLARES_FREEIMAGE
#define DECLARES_DJVU
#define DECLARES_POPPLER
#define DECLARES_GEXIV2
#define DECLARES_EXPAT
#define DECLARES_CAIRO
#define VALUE(own, real) {LIBRARY, #own, DECLARATION_EQUAL, (long long)(own)},
#define SIZE(own, real) {LIBRARY, "size of " #own, DECLARATION_EQUAL, sizeof(own)},
#define ROOM(own, real) {LIBRARY, "size of " #own, DECLARATION_AT_LEAST, sizeof(own)},
#define FIELD(own, field, real, real_field)                                             \
  {LIBRARY, "offset of " #own "." #field, DECLARATION_EQUAL, offsetof(own, field)},     \
  {LIBRARY, "size of " #own "." #field, DECLARATION_EQUAL, sizeof(((own *)0)->field)},

static const struct Declaration table[] = {
#include "declarations.def"
};

struct DeclarationTable declarations_copied(void) {
  return (struct DeclarationTable){table, sizeof table / sizeof *table};
}
