#pragma once
// AVX2 versions of the inner loops of `Enlargement`, which process 32 bytes at once. Swift's
// instruction set is fixed at compile time, and has 16 bytes. Each function processes whole groups
// and returns the number of elements done; an equivalent Swift loop does the remainder. On other
// processors the number is 0.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Prefetch hints for memory that will be read or written soon. When a frame is drawn, the previous
// one has left the processor's caches, and rows are too short for the hardware prefetcher: without
// hints, a third of the time is waiting. Any address is permitted.
static inline void kernels_prefetch_for_reading(const void *address) { __builtin_prefetch(address, 0); }
static inline void kernels_prefetch_for_writing(void *address) { __builtin_prefetch(address, 1); }

#if defined(__x86_64__)
#include <immintrin.h>

// Whether the AVX2 loops may be called.
static inline bool kernels_have_avx2(void) { return __builtin_cpu_supports("avx2"); }

// The pixels of two columns and their right neighbours: left, left, right, right.
static inline __m128i kernels_two_columns(const uint8_t *row, const int32_t *offsets) {
  return _mm_unpacklo_epi32(
      _mm_loadl_epi64((const __m128i *)(row + offsets[0])),
      _mm_loadl_epi64((const __m128i *)(row + offsets[1])));
}

// Interpolates `count` columns of a row horizontally. `offsets`: the byte offset of each column
// (int32_t). `shares`: four uint16_t per column, the weight of the right neighbour in 128ths.
// `out`: four uint16_t per column, with seven fractional bits. `next`: the distance in bytes to the
// next row.
__attribute__((target("avx2"))) static inline ptrdiff_t kernels_blend_across(
    const void *row, const void *offsets, const void *shares, ptrdiff_t count,
    ptrdiff_t next, void *out) {
  const int32_t *columns = offsets;
  const uint16_t *weights = shares;
  uint16_t *values = out;
  ptrdiff_t x = 0;
  for (; x + 4 <= count; x += 4) {
    kernels_prefetch_for_reading((const char *)row + next + columns[x]);
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

// Interpolates `count` uint16_t of two rows vertically and stores them as bytes. `share`: the
// weight of the lower row in 65536ths; from one half on the value is negative, 65536 too small, and
// the lower row is the base of the addition. `next`: the distance in bytes to the next row of
// `out`.
__attribute__((target("avx2"))) static inline ptrdiff_t kernels_blend_down(
    const void *upper, const void *lower, int16_t share, ptrdiff_t count, ptrdiff_t next,
    void *out) {
  const uint16_t *above = upper, *below = lower, *base = share < 0 ? lower : upper;
  uint8_t *bytes = out;
  __m256i shares = _mm256_set1_epi16(share);
  ptrdiff_t i = 0;
  for (; i + 32 <= count; i += 32) {
    kernels_prefetch_for_writing(bytes + next + i);
    __m256i first = kernels_between(above + i, below + i, base + i, shares);
    __m256i second = kernels_between(above + i + 16, below + i + 16, base + i + 16, shares);
    // Packing works on 128-bit lanes; the permutation restores the order.
    __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi16(first, second), 0xd8);
    _mm256_storeu_si256((__m256i *)(bytes + i), packed);
  }
  return i;
}

#else

static inline bool kernels_have_avx2(void) { return false; }
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
