#pragma once
// The inner loops of `Enlargement` for processors that compute 32 bytes at once: what Swift may use
// is settled when it is compiled, and that is 16. Each does as many as it can in whole steps and says
// how many; the loop in Swift, which gives the same, does the rest. On other processors: none.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Says what will be read, or written, soon. A frame comes when the last one has long left the
// processor's caches, and rows are too short for it to guess that one follows another: without a
// hint a third of the time is waiting. Any address will do.
static inline void kernels_will_read(const void *address) { __builtin_prefetch(address, 0); }
static inline void kernels_will_write(void *address) { __builtin_prefetch(address, 1); }

#if defined(__x86_64__)
#include <immintrin.h>

// True when the loops here may be called.
static inline bool kernels_are_wide(void) { return __builtin_cpu_supports("avx2"); }

// The pixels of two columns with their right neighbours: left, left, right, right.
static inline __m128i kernels_two_columns(const uint8_t *row, const int32_t *offsets) {
  return _mm_unpacklo_epi32(
      _mm_loadl_epi64((const __m128i *)(row + offsets[0])),
      _mm_loadl_epi64((const __m128i *)(row + offsets[1])));
}

// Blends `count` columns of a row of pixels across. `offsets`: an int32_t for each, in bytes.
// `shares`: four uint16_t for each, 128ths of the right neighbour. `out`: four uint16_t for each,
// seven bits below the point. `next`: bytes to the row that comes after it.
__attribute__((target("avx2"))) static inline ptrdiff_t kernels_blend_across(
    const void *row, const void *offsets, const void *shares, ptrdiff_t count,
    ptrdiff_t next, void *out) {
  const int32_t *columns = offsets;
  const uint16_t *weights = shares;
  uint16_t *values = out;
  ptrdiff_t x = 0;
  for (; x + 4 <= count; x += 4) {
    kernels_will_read((const char *)row + next + columns[x]);
    __m128i first = kernels_two_columns(row, columns + x);
    __m128i second = kernels_two_columns(row, columns + x + 2);
    __m256i left = _mm256_cvtepu8_epi16(_mm_unpacklo_epi64(first, second));
    __m256i right = _mm256_cvtepu8_epi16(_mm_unpackhi_epi64(first, second));
    __m256i weight = _mm256_loadu_si256((const __m256i *)(weights + 4 * x));
    __m256i added = _mm256_mullo_epi16(_mm256_sub_epi16(right, left), weight);
    __m256i value = _mm256_add_epi16(_mm256_slli_epi16(left, 7), added);
    _mm256_storeu_si256((__m256i *)(values + 4 * x), value);
  }
  return x;
}

__attribute__((target("avx2"))) static inline __m256i kernels_between(
    const uint16_t *upper, const uint16_t *lower, const uint16_t *base, __m256i share) {
  __m256i difference = _mm256_sub_epi16(
      _mm256_loadu_si256((const __m256i *)lower), _mm256_loadu_si256((const __m256i *)upper));
  __m256i value = _mm256_add_epi16(
      _mm256_loadu_si256((const __m256i *)base), _mm256_mulhi_epi16(difference, share));
  return _mm256_srai_epi16(value, 7);
}

// Blends `count` uint16_t of two rows down and stores them as bytes. `share`: 65536ths of the lower
// row; from half on 65536 too few, and the lower row is what is added to.
// `next`: bytes to the row of `out` that comes after it.
__attribute__((target("avx2"))) static inline ptrdiff_t kernels_blend_down(
    const void *upper, const void *lower, int16_t share, ptrdiff_t count, ptrdiff_t next,
    void *out) {
  const uint16_t *above = upper, *below = lower, *base = share < 0 ? lower : upper;
  uint8_t *bytes = out;
  __m256i shares = _mm256_set1_epi16(share);
  ptrdiff_t i = 0;
  for (; i + 32 <= count; i += 32) {
    kernels_will_write(bytes + next + i);
    __m256i first = kernels_between(above + i, below + i, base + i, shares);
    __m256i second = kernels_between(above + i + 16, below + i + 16, base + i + 16, shares);
    // Packing goes by halves; this puts them in order again.
    __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi16(first, second), 0xd8);
    _mm256_storeu_si256((__m256i *)(bytes + i), packed);
  }
  return i;
}

#else

static inline bool kernels_are_wide(void) { return false; }
static inline ptrdiff_t kernels_blend_across(
    const void *row, const void *offsets, const void *shares, ptrdiff_t count,
    ptrdiff_t next, void *out) {
  (void)row, (void)offsets, (void)shares, (void)count, (void)next, (void)out;
  return 0;
}
static inline ptrdiff_t kernels_blend_down(
    const void *upper, const void *lower, int16_t share, ptrdiff_t count, ptrdiff_t next,
    void *out) {
  (void)upper, (void)lower, (void)share, (void)count, (void)next, (void)out;
  return 0;
}

#endif
