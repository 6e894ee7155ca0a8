#pragma once
// Declarations of FreeImage 3. The library is opened for the first picture in one of its formats;
// neither the library nor its headers are needed to build. Names of constants are those of
// FreeImage.h.
#include <stdint.h>

// FREE_IMAGE_FORMAT
#define FIF_PCX 10
#define FIF_PSD 20
#define FIF_DDS 24
#define FIF_SGI 28

// FREE_IMAGE_TYPE
#define FIT_BITMAP 1
#define FIT_UINT16 2
#define FIT_FLOAT 6
#define FIT_RGB16 9
#define FIT_RGBA16 10
#define FIT_RGBF 11
#define FIT_RGBAF 12

// FIICCPROFILE
typedef struct {
  uint16_t flags;
  uint32_t size;
  void *data;
} FreeImageProfile;
