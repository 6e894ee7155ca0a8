#pragma once
// What the helper says to the animation decoder of libwebpdemux, ABI 0x0107. The library is looked up
// when the first animation is played; building needs neither it nor its headers.
#include <stddef.h>
#include <stdint.h>

#define WEBP_ANIMATION_ABI 0x0107
// Premultiplied, in the order blue, green, red, alpha.
#define WEBP_MODE_BGRA_PREMULTIPLIED 8

typedef struct { const uint8_t *bytes; size_t size; } WebPBytes;
typedef struct { int color_mode; int use_threads; uint32_t padding[7]; } WebPAnimationOptions;
typedef struct {
  uint32_t canvas_width, canvas_height, loop_count, background, frame_count, padding[4];
} WebPAnimationInfo;
