#pragma once
// Declarations of LibRaw 0.20 and later. The library is opened for the first camera RAW file;
// neither the library nor its headers are needed to build. The names follow libraw_const.h and
// libraw_types.h.
#include <stddef.h>
#include <stdint.h>

// Flags for libraw_init: no messages about memory and damaged data on standard error.
#define LIBRAW_NO_MEMORY_MESSAGES 1
#define LIBRAW_NO_DATA_MESSAGES 2

// Types of a LibRawImage.
#define LIBRAW_IMAGE_JPEG 1
#define LIBRAW_IMAGE_BITMAP 2

// Stages of developing.
#define LIBRAW_PROGRESS_LOAD_RAW 0x8
#define LIBRAW_PROGRESS_SCALE_COLORS 0x200
#define LIBRAW_PROGRESS_INTERPOLATE 0x800
#define LIBRAW_PROGRESS_CONVERT_RGB 0x40000

// libraw_processed_image_t. The bytes of the JPEG file, or the samples, begin at `data`.
typedef struct {
  int type;
  uint16_t height, width, colors, bits;
  uint32_t byte_count;
  uint8_t data[1];
} LibRawImage;

// The offset in bytes of the data of a LibRawImage.
enum { LIBRAW_IMAGE_DATA = offsetof(LibRawImage, data) };
