#pragma once
// Declarations of libtiff 4. The library is opened for the first TIFF picture; neither the library
// nor its headers are needed to build. Its variadic functions are called from here.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef enum {
  TIFF_WIDTH = 256, TIFF_HEIGHT = 257, TIFF_BITS = 258, TIFF_COMPRESSION = 259,
  TIFF_PHOTOMETRIC = 262, TIFF_ORIENTATION = 274, TIFF_SAMPLES = 277, TIFF_STRIP_ROWS = 278,
  TIFF_PLANAR = 284, TIFF_PALETTE = 320, TIFF_TILE_WIDTH = 322, TIFF_TILE_HEIGHT = 323,
  TIFF_EXTRA_SAMPLES = 338, TIFF_SAMPLE_FORMAT = 339, TIFF_MIN_SAMPLE = 340, TIFF_MAX_SAMPLE = 341,
  TIFF_JPEG_COLORS = 65538
} TIFFTag;

// The value of TIFF_JPEG_COLORS by which JPEG data is converted to RGB.
#define TIFF_JPEG_AS_RGB 1

// A file in memory for TIFFClientOpen. The caller owns it, and keeps it alive while the TIFF is
// open.
typedef struct { const uint8_t *bytes; uint64_t count, position; } TIFFMemory;

static inline ptrdiff_t tiff_memory_read(void *memory, void *out, ptrdiff_t count) {
  TIFFMemory *m = memory;
  if (m->position >= m->count || count <= 0) return 0;
  uint64_t rest = m->count - m->position;
  uint64_t n = (uint64_t)count < rest ? (uint64_t)count : rest;
  memcpy(out, m->bytes + m->position, n);
  m->position += n;
  return (ptrdiff_t)n;
}
static inline ptrdiff_t tiff_memory_write(void *memory, void *bytes, ptrdiff_t count) {
  (void)memory, (void)bytes, (void)count;
  return -1;
}
static inline uint64_t tiff_memory_seek(void *memory, uint64_t offset, int whence) {
  TIFFMemory *m = memory;
  m->position = offset + (whence == 1 ? m->position : whence == 2 ? m->count : 0);
  return m->position;
}
static inline int tiff_memory_close(void *memory) { return (void)memory, 0; }
static inline uint64_t tiff_memory_size(void *memory) { return ((TIFFMemory *)memory)->count; }
static inline int tiff_memory_map(void *memory, void **base, uint64_t *size) {
  *base = (void *)((TIFFMemory *)memory)->bytes;
  *size = ((TIFFMemory *)memory)->count;
  return 1;
}
static inline void tiff_memory_unmap(void *memory, void *base, uint64_t size) {
  (void)memory, (void)base, (void)size;
}

// Calls TIFFClientOpen for reading.
static inline void *tiff_open(void *function, TIFFMemory *memory) {
  typedef void *Open(
      const char *, const char *, void *, ptrdiff_t (*)(void *, void *, ptrdiff_t),
      ptrdiff_t (*)(void *, void *, ptrdiff_t), uint64_t (*)(void *, uint64_t, int),
      int (*)(void *), uint64_t (*)(void *), int (*)(void *, void **, uint64_t *),
      void (*)(void *, void *, uint64_t));
  return ((Open *)function)(
      "picture", "r", memory, tiff_memory_read, tiff_memory_write, tiff_memory_seek,
      tiff_memory_close, tiff_memory_size, tiff_memory_map, tiff_memory_unmap);
}
// Calls of TIFFGetFieldDefaulted for a tag with a uint16, uint32, array, double or palette value; 0
// when the tag is missing.
static inline int tiff_short(void *function, void *tiff, uint32_t tag, uint16_t *value) {
  return ((int (*)(void *, uint32_t, ...))function)(tiff, tag, value);
}
static inline int tiff_long(void *function, void *tiff, uint32_t tag, uint32_t *value) {
  return ((int (*)(void *, uint32_t, ...))function)(tiff, tag, value);
}
static inline int tiff_shorts(
    void *function, void *tiff, uint32_t tag, uint16_t *count, uint16_t **list) {
  return ((int (*)(void *, uint32_t, ...))function)(tiff, tag, count, list);
}
static inline int tiff_double(void *function, void *tiff, uint32_t tag, double *value) {
  return ((int (*)(void *, uint32_t, ...))function)(tiff, tag, value);
}
static inline int tiff_palette(
    void *function, void *tiff, uint16_t **red, uint16_t **green, uint16_t **blue) {
  return ((int (*)(void *, uint32_t, ...))function)(tiff, TIFF_PALETTE, red, green, blue);
}
// Calls TIFFSetField for a pseudo-tag.
static inline int tiff_set(void *function, void *tiff, uint32_t tag, int value) {
  return ((int (*)(void *, uint32_t, ...))function)(tiff, tag, value);
}
