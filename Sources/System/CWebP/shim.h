#pragma once
// Declarations of libwebp, ABI 0x0209, and of the animation decoder of libwebpdemux, ABI 0x0107.
// The libraries are opened for the first WebP picture; neither the libraries nor their headers are
// needed to build.
#include <stddef.h>
#include <stdint.h>

#define WEBP_DECODER_ABI 0x0209
#define WEBP_ANIMATION_ABI 0x0107
#define WEBP_MODE_BGRA 3
// Premultiplied BGRA.
#define WEBP_MODE_BGRA_PREMULTIPLIED 8

typedef struct { const uint8_t *bytes; size_t size; } WebPBytes;
typedef struct { int color_mode; int use_threads; uint32_t padding[7]; } WebPAnimationOptions;
typedef struct {
  uint32_t canvas_width, canvas_height, loop_count, background, frame_count, padding[4];
} WebPAnimationInfo;

typedef struct {
  int width, height, has_alpha, has_animation, format;
  uint32_t padding[5];
} WebPFeatures;
// WebPDecBuffer with external memory; the padding covers the other members of the union.
typedef struct {
  int color_mode, width, height, is_external_memory;
  uint8_t *rows;
  int stride;
  size_t size;
  uint8_t other_modes[56];
  uint32_t padding[4];
  uint8_t *own_memory;
} WebPOutput;
typedef struct {
  int bypass_filtering, no_fancy_upsampling;
  int use_cropping, crop_left, crop_top, crop_width, crop_height;
  int use_scaling, scaled_width, scaled_height;
  int use_threads, dithering_strength, flip, alpha_dithering_strength;
  uint32_t padding[5];
} WebPOptions;
typedef struct { WebPFeatures input; WebPOutput output; WebPOptions options; } WebPConfiguration;
enum { WEBP_OK = 0, WEBP_OUT_OF_MEMORY = 1, WEBP_SUSPENDED = 5, WEBP_NOT_ENOUGH_DATA = 7 };
