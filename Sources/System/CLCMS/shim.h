#pragma once
// Declarations of Little CMS 2. The library is opened at run time; neither the library nor
// its headers are needed to build.
#include <stdint.h>

// Pixel formats in the encoding of lcms2.h: colour space, channel order, extra channels, colour
// channels, bytes per channel.
#define LCMS_BGRA_8 0x44499u
#define LCMS_BGRA_16 0x4449Au
#define LCMS_GRAY_8 0x30009u
#define LCMS_CMYK_8 0x60021u
// Adobe's convention: 255 is no ink.
#define LCMS_CMYK_8_INVERTED 0x62021u
// Components of 32-bit floating point.
#define LCMS_RGB_FLOAT 0x44001Cu
#define LCMS_XYZ_FLOAT 0x49001Cu

#define LCMS_PERCEPTUAL 0u
// The direction of a profile from which colours are converted.
#define LCMS_USED_AS_INPUT 0u
// A transform without its one-pixel cache is thread-safe.
#define LCMS_NO_CACHE 0x0040u
// A transform that evaluates all its stages for each pixel: exact and slow.
#define LCMS_NO_OPTIMIZATION 0x0100u
// A transform whose table of colours has 49 instead of 33 colours along an edge.
#define LCMS_FINE_TABLE 0x0400u

typedef struct { double x, y, luminance; } LCMSChromaticity;
typedef struct { LCMSChromaticity red, green, blue; } LCMSPrimaries;
