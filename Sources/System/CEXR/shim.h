#pragma once
// Declarations of OpenEXRCore 3.1. The library is opened for the first OpenEXR picture; neither the
// library nor its headers are needed to build. The names follow openexr.h.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { EXR_SUCCESS = 0, EXR_SCANLINES = 0, EXR_TILES = 1, EXR_HALF = 1 };

typedef void *EXRContext;

// exr_context_initializer_t.
typedef struct {
  size_t size;
  void (*on_error)(void *context, int code, const char *message);
  void *alloc, *free;
  void *user_data;
  int64_t (*read)(void *context, void *data, void *out, uint64_t count, uint64_t offset, void *fail);
  int64_t (*file_size)(void *context, void *data);
  void *write, *destroy;
  int max_width, max_height, max_tile_width, max_tile_height;
  int zip_level;
  float dwa_quality;
  int flags;
} EXRInitializer;

// exr_attr_box2i_t; both corners are inside.
typedef struct { int32_t min_x, min_y, max_x, max_y; } EXRBox;
// exr_attr_chromaticities_t.
typedef struct { float red_x, red_y, green_x, green_y, blue_x, blue_y, white_x, white_y; } EXRPrimaries;

// exr_chunk_info_t.
typedef struct {
  int32_t index, start_x, start_y, height, width;
  uint8_t level_x, level_y, type, compression;
  uint64_t data_offset, packed_size, unpacked_size, count_offset, count_size;
} EXRChunk;

// exr_coding_channel_info_t.
typedef struct {
  const char *name;
  int32_t height, width, x_samples, y_samples;
  uint8_t p_linear;
  int8_t bytes_per_element;
  uint16_t data_type;
  int16_t user_bytes_per_element;
  uint16_t user_data_type;
  int32_t user_pixel_stride, user_line_stride;
  uint8_t *decode_to;
} EXRChannel;

// exr_decode_pipeline_t, of which only the channels are used; as large as that or larger.
typedef struct {
  EXRChannel *channels;
  int16_t channel_count;
  uint16_t flags;
  uint64_t rest[256];
} EXRPipeline;

// A file in memory. The caller owns it, and keeps it alive while the context is open.
typedef struct { const uint8_t *bytes; uint64_t count; } EXRMemory;

static inline int64_t exr_memory_read(
    void *context, void *memory, void *out, uint64_t count, uint64_t offset, void *fail) {
  (void)context, (void)fail;
  EXRMemory *m = memory;
  if (offset >= m->count) return 0;
  uint64_t rest = m->count - offset;
  uint64_t n = count < rest ? count : rest;
  memcpy(out, m->bytes + offset, n);
  return (int64_t)n;
}
static inline int64_t exr_memory_size(void *context, void *memory) {
  (void)context;
  return (int64_t)((EXRMemory *)memory)->count;
}
static inline void exr_ignore_error(void *context, int code, const char *message) {
  (void)context, (void)code, (void)message;
}

// The initializer of a context that reads a file in memory.
static inline EXRInitializer exr_initializer(EXRMemory *memory) {
  EXRInitializer made = {
      .size = sizeof(EXRInitializer), .on_error = exr_ignore_error, .user_data = memory,
      .read = exr_memory_read, .file_size = exr_memory_size, .zip_level = -2, .dwa_quality = -1};
  return made;
}
