#pragma once
// Declarations of libjxl 0.7 and later. The library is opened for the first JPEG XL picture;
// neither the library nor its headers are needed to build. The names follow jxl/decode.h.
#include <stddef.h>
#include <stdint.h>

enum {
  JXL_SUCCESS = 0, JXL_ERROR = 1, JXL_NEED_MORE_INPUT = 2, JXL_NEED_IMAGE_OUT_BUFFER = 5,
  JXL_BASIC_INFO = 0x40, JXL_COLOR_ENCODING = 0x100, JXL_FRAME = 0x400, JXL_FULL_IMAGE = 0x1000,
  JXL_FRAME_PROGRESSION = 0x8000
};
enum { JXL_UINT8 = 2, JXL_UINT16 = 3 };
enum { JXL_PROGRESSIVE_DC = 1 };
enum { JXL_PROFILE_OF_ORIGINAL = 0, JXL_PROFILE_OF_DATA = 1 };
enum { JXL_SPACE_RGB = 0, JXL_SPACE_GRAY = 1 };
enum { JXL_WHITE_D65 = 1, JXL_WHITE_DCI = 11 };
enum { JXL_PRIMARIES_SRGB = 1, JXL_PRIMARIES_2100 = 9, JXL_PRIMARIES_P3 = 11 };
enum {
  JXL_TRANSFER_709 = 1, JXL_TRANSFER_LINEAR = 8, JXL_TRANSFER_SRGB = 13, JXL_TRANSFER_PQ = 16,
  JXL_TRANSFER_DCI = 17, JXL_TRANSFER_HLG = 18, JXL_TRANSFER_GAMMA = 65535
};
enum { JXL_INTENT_RELATIVE = 1 };
// Results and a setting of the encoder, from jxl/encode.h.
enum { JXL_ENCODER_SUCCESS = 0, JXL_ENCODER_NEED_MORE_OUTPUT = 2, JXL_ENCODER_EFFORT = 0 };
// The first version whose colour profile functions have no pixel format argument.
enum { JXL_WITHOUT_FORMAT = 9000 };

typedef struct { uint32_t channels; int type, endianness; size_t alignment; } JXLPixelFormat;
typedef struct { uint32_t width, height; } JXLExtent;
typedef struct {
  int have_container;
  uint32_t width, height, bits_per_sample, exponent_bits;
  float intensity_target, min_nits;
  int relative_to_max_display;
  float linear_below;
  int uses_original_profile, have_preview, have_animation, orientation;
  uint32_t color_channels, extra_channels, alpha_bits, alpha_exponent_bits;
  int alpha_premultiplied;
  JXLExtent preview;
  uint32_t ticks_numerator, ticks_denominator, loops;
  int have_timecodes;
  uint32_t intrinsic_width, intrinsic_height;
  uint8_t padding[100];
} JXLBasicInfo;
typedef struct {
  int color_space, white_point;
  double white_point_xy[2];
  int primaries;
  double red_xy[2], green_xy[2], blue_xy[2];
  int transfer_function;
  double gamma;
  int rendering_intent;
} JXLColorEncoding;
typedef struct {
  uint32_t duration, timecode, name_length;
  int is_last;
  uint8_t rest[256];
} JXLFrameHeader;

// Calls of JxlDecoderGetColorAsEncodedProfile, JxlDecoderGetICCProfileSize and
// JxlDecoderGetColorAsICCProfile. The `old` variants pass the pixel format argument of versions
// before JXL_WITHOUT_FORMAT.
static inline int jxl_old_encoding(
    void *function, void *decoder, int target, JXLColorEncoding *encoding) {
  return ((int (*)(void *, void *, int, JXLColorEncoding *))function)(
      decoder, NULL, target, encoding);
}
static inline int jxl_encoding(
    void *function, void *decoder, int target, JXLColorEncoding *encoding) {
  return ((int (*)(void *, int, JXLColorEncoding *))function)(decoder, target, encoding);
}
static inline int jxl_old_profile_size(void *function, void *decoder, int target, size_t *size) {
  return ((int (*)(void *, void *, int, size_t *))function)(decoder, NULL, target, size);
}
static inline int jxl_profile_size(void *function, void *decoder, int target, size_t *size) {
  return ((int (*)(void *, int, size_t *))function)(decoder, target, size);
}
static inline int jxl_old_profile(
    void *function, void *decoder, int target, uint8_t *profile, size_t size) {
  return ((int (*)(void *, void *, int, uint8_t *, size_t))function)(
      decoder, NULL, target, profile, size);
}
static inline int jxl_profile(
    void *function, void *decoder, int target, uint8_t *profile, size_t size) {
  return ((int (*)(void *, int, uint8_t *, size_t))function)(decoder, target, profile, size);
}
