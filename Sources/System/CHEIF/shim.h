#pragma once
// Declarations of libheif 1.15 and later. The library is opened for the first HEIC or AVIF picture; neither
// the library nor its headers are needed to build. The names follow libheif/heif.h.
#include <stddef.h>
#include <stdint.h>

enum {
  HEIF_ERROR_OK = 0, HEIF_ERROR_UNSUPPORTED_FILETYPE = 3, HEIF_ERROR_UNSUPPORTED_FEATURE = 4,
  HEIF_ERROR_MEMORY = 6
};
enum { HEIF_SPACE_YCBCR = 0, HEIF_SPACE_RGB = 1, HEIF_SPACE_MONOCHROME = 2, HEIF_SPACE_UNDEFINED = 99 };
enum {
  HEIF_CHROMA_MONOCHROME = 0, HEIF_CHROMA_420 = 1, HEIF_CHROMA_422 = 2, HEIF_CHROMA_444 = 3,
  HEIF_CHROMA_RGB = 10, HEIF_CHROMA_RGBA = 11, HEIF_CHROMA_UNDEFINED = 99
};
enum {
  HEIF_CHANNEL_Y = 0, HEIF_CHANNEL_CB = 1, HEIF_CHANNEL_CR = 2, HEIF_CHANNEL_R = 3,
  HEIF_CHANNEL_G = 4, HEIF_CHANNEL_B = 5, HEIF_CHANNEL_ALPHA = 6, HEIF_CHANNEL_INTERLEAVED = 10
};

enum { HEIF_COMPRESSION_AV1 = 4 };

// The result of a function. The message belongs to the object that the function was called for.
typedef struct { int code, subcode; const char *message; } HEIFError;
// The head of heif_color_profile_nclx; the library allocates and frees it.
typedef struct {
  uint8_t version;
  int primaries, transfer, matrix;
  uint8_t is_full_range;
} HEIFCodedColors;

// The receiver of a written file: a function that gets all bytes, possibly in several parts.
typedef struct {
  int version;
  HEIFError (*write)(void *context, const void *data, size_t count, void *target);
} HEIFWriter;
