#pragma once
// Declarations of OpenJPEG 2.5. The library is opened for the first JPEG 2000 picture; neither the
// library nor its headers are needed to build. The names follow openjpeg.h.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { J2K_CODESTREAM = 0, J2K_FILE = 2 };
enum {
  J2K_SPACE_UNKNOWN = -1, J2K_SPACE_UNSPECIFIED = 0, J2K_SPACE_SRGB = 1, J2K_SPACE_GRAY = 2,
  J2K_SPACE_SYCC = 3, J2K_SPACE_EYCC = 4, J2K_SPACE_CMYK = 5
};

// opj_image_comp_t.
typedef struct {
  // The distances of samples on the reference grid.
  uint32_t dx, dy;
  uint32_t width, height, x0, y0, precision, bits_per_pixel, is_signed, resolutions, factor;
  int32_t *data;
  // 0 for colour, 1 for alpha, 2 for alpha by which colours are premultiplied.
  uint16_t alpha;
} J2KComponent;

// opj_image_t.
typedef struct {
  // The area on the reference grid.
  uint32_t x0, y0, x1, y1;
  uint32_t component_count;
  int color_space;
  J2KComponent *components;
  uint8_t *profile;
  uint32_t profile_length;
} J2KImage;

// opj_dparameters_t, of which nothing but the defaults is needed; as large as that or larger.
typedef struct { uint32_t reduce, layers; uint64_t rest[1100]; } J2KParameters;

// A file in memory for opj_stream_create. The caller owns it, and keeps it alive while the stream
// is open.
typedef struct { const uint8_t *bytes; uint64_t count, position; } J2KMemory;

static inline size_t j2k_memory_read(void *out, size_t count, void *memory) {
  J2KMemory *m = memory;
  if (m->position >= m->count) return (size_t)-1;
  uint64_t rest = m->count - m->position;
  uint64_t n = (uint64_t)count < rest ? (uint64_t)count : rest;
  memcpy(out, m->bytes + m->position, n);
  m->position += n;
  return (size_t)n;
}
static inline int64_t j2k_memory_skip(int64_t count, void *memory) {
  J2KMemory *m = memory;
  if (count < 0 || m->position >= m->count) return -1;
  uint64_t rest = m->count - m->position;
  uint64_t n = (uint64_t)count < rest ? (uint64_t)count : rest;
  m->position += n;
  return (int64_t)n;
}
static inline int j2k_memory_seek(int64_t offset, void *memory) {
  J2KMemory *m = memory;
  if (offset < 0 || (uint64_t)offset > m->count) return 0;
  m->position = (uint64_t)offset;
  return 1;
}

// Connects a stream with a file in memory by opj_stream_set_read_function and its like.
static inline void j2k_connect(
    void *set_read, void *set_skip, void *set_seek, void *set_data, void *set_length, void *stream,
    J2KMemory *memory) {
  ((void (*)(void *, size_t (*)(void *, size_t, void *)))set_read)(stream, j2k_memory_read);
  ((void (*)(void *, int64_t (*)(int64_t, void *)))set_skip)(stream, j2k_memory_skip);
  ((void (*)(void *, int (*)(int64_t, void *)))set_seek)(stream, j2k_memory_seek);
  ((void (*)(void *, void *, void (*)(void *)))set_data)(stream, memory, NULL);
  ((void (*)(void *, uint64_t))set_length)(stream, memory->count);
}
