#pragma once
// What the helper says to Little CMS 2. The library is looked up when the first picture needs other
// colours than its own; building needs neither it nor its headers.
#include <stdint.h>

// Layouts of pixels, as lcms2.h packs them: kind of colours, spare and real channels, bytes.
#define LCMS_BGRA_8 0x44499u
#define LCMS_GRAY_8 0x30009u
#define LCMS_CMYK_8 0x60021u
// Stored by Adobe: 255 is no ink.
#define LCMS_CMYK_8_INVERTED 0x62021u

#define LCMS_PERCEPTUAL 0u
// A transform without its one-pixel cache may be used by several threads at once.
#define LCMS_NO_CACHE 0x0040u

typedef struct { double x, y, luminance; } LCMSChromaticity;
typedef struct { LCMSChromaticity red, green, blue; } LCMSPrimaries;
