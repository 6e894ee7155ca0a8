#pragma once
// Declarations of Little CMS 2. The library is opened when the first picture needs a colour
// conversion; neither the library nor its headers are needed to build.
#include <stdint.h>

// Pixel formats in the encoding of lcms2.h: colour space, channel order, extra channels, colour
// channels, bytes per channel.
#define LCMS_BGRA_8 0x44499u
#define LCMS_BGRA_16 0x4449Au
#define LCMS_GRAY_8 0x30009u
#define LCMS_CMYK_8 0x60021u
// Adobe's convention: 255 is no ink.
#define LCMS_CMYK_8_INVERTED 0x62021u

#define LCMS_PERCEPTUAL 0u
// A transform without its one-pixel cache is thread-safe.
#define LCMS_NO_CACHE 0x0040u

typedef struct { double x, y, luminance; } LCMSChromaticity;
typedef struct { LCMSChromaticity red, green, blue; } LCMSPrimaries;
