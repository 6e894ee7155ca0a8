#pragma once
// The AVX2 version of the inner loop of `RotatedPicture`, which computes four pixels at once.
#include "enlargement.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__)
#include <immintrin.h>

// Interpolates between two values of eight bits in lanes of 16; `share` is the weight of `b` in
// 256ths.
__attribute__((target("avx2"))) static inline __m256i kernels_mix(
    __m256i a, __m256i b, __m256i share) {
  __m256i sum = _mm256_add_epi16(
      _mm256_slli_epi16(a, 8), _mm256_mullo_epi16(_mm256_sub_epi16(b, a), share));
  return _mm256_srli_epi16(_mm256_add_epi16(sum, _mm256_set1_epi16(128)), 8);
}

// Two neighbouring pixels at each of two places.
__attribute__((target("avx2"))) static inline __m256i kernels_two_pairs(
    const uint8_t *first, const uint8_t *second) {
  return _mm256_cvtepu8_epi16(_mm_unpacklo_epi64(
      _mm_loadl_epi64((const __m128i *)first), _mm_loadl_epi64((const __m128i *)second)));
}

// Draws `count` pixels at positions that begin at (`u`, `v`) and advance by (`du`, `dv`), in 2⁻³²
// pixels. Every position is inside the picture, with a pixel to its right and below. `blends`:
// whether pixels are blended over those of `out`, with premultiplied alpha; else they replace them.
// `ahead` and `next`: the distances in bytes, in the picture and in `out`, to pixels that will be
// needed soon: rows of a rotated picture are too scattered for the hardware prefetcher.
// Returns the number of pixels done, a multiple of four.
__attribute__((target("avx2"))) static inline ptrdiff_t kernels_rotate(
    const void *picture, ptrdiff_t stride, int64_t u, int64_t v, int64_t du, int64_t dv,
    ptrdiff_t count, bool blends, ptrdiff_t ahead, ptrdiff_t next,
    void *out) {
  const uint8_t *bytes = picture;
  uint8_t *target = out;
  __m256i us = _mm256_setr_epi64x(u, u + du, u + 2 * du, u + 3 * du);
  __m256i vs = _mm256_setr_epi64x(v, v + dv, v + 2 * dv, v + 3 * dv);
  const __m256i across = _mm256_set1_epi64x(4 * du), down = _mm256_set1_epi64x(4 * dv);
  const __m256i row = _mm256_set1_epi64x(stride);
  // The byte of a position with its upper eight fractional bits, of the first and the second
  // position in a lane, repeated as 16-bit numbers.
  const __m256i first = _mm256_set1_epi16((int16_t)0x8003);
  const __m256i second = _mm256_set1_epi16((int16_t)0x800B);
  const __m256i each = _mm256_unpacklo_epi64(first, second);
  const __m256i alphas = _mm256_setr_epi8(
      6, -1, 6, -1, 6, -1, 6, -1, 14, -1, 14, -1, 14, -1, 14, -1,
      6, -1, 6, -1, 6, -1, 6, -1, 14, -1, 14, -1, 14, -1, 14, -1);
  ptrdiff_t x = 0;
  for (; x + 4 <= count; x += 4) {
    __m256i offsets = _mm256_add_epi64(
        _mm256_mul_epu32(_mm256_srli_epi64(vs, 32), row),
        _mm256_slli_epi64(_mm256_srli_epi64(us, 32), 2));
    __m128i low = _mm256_castsi256_si128(offsets), high = _mm256_extracti128_si256(offsets, 1);
    const uint8_t *a = bytes + _mm_cvtsi128_si64(low), *b = bytes + _mm_extract_epi64(low, 1);
    const uint8_t *c = bytes + _mm_cvtsi128_si64(high), *d = bytes + _mm_extract_epi64(high, 1);
    kernels_prefetch_for_reading(a + ahead);
    kernels_prefetch_for_reading(b + ahead);
    kernels_prefetch_for_reading(c + ahead);
    kernels_prefetch_for_reading(d + ahead);
    kernels_prefetch_for_writing(target + 4 * x + next);
    __m256i even = kernels_mix(
        kernels_two_pairs(a, c), kernels_two_pairs(a + stride, c + stride),
        _mm256_shuffle_epi8(vs, first));
    __m256i odd = kernels_mix(
        kernels_two_pairs(b, d), kernels_two_pairs(b + stride, d + stride),
        _mm256_shuffle_epi8(vs, second));
    __m256i value = kernels_mix(
        _mm256_unpacklo_epi64(even, odd), _mm256_unpackhi_epi64(even, odd),
        _mm256_shuffle_epi8(us, each));
    if (blends) {
      __m256i alpha = _mm256_shuffle_epi8(value, alphas);
      // An alpha of 255 leaves nothing of the background.
      __m256i rest = _mm256_sub_epi16(
          _mm256_set1_epi16(256), _mm256_add_epi16(alpha, _mm256_srli_epi16(alpha, 7)));
      __m256i below = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(target + 4 * x)));
      __m256i sum = _mm256_add_epi16(
          _mm256_slli_epi16(value, 8), _mm256_mullo_epi16(below, rest));
      value = _mm256_srli_epi16(_mm256_add_epi16(sum, _mm256_set1_epi16(128)), 8);
    }
    // Packing works on 128-bit lanes; the permutation joins their lower halves.
    __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi16(value, value), 0x08);
    _mm_storeu_si128((__m128i *)(target + 4 * x), _mm256_castsi256_si128(packed));
    us = _mm256_add_epi64(us, across);
    vs = _mm256_add_epi64(vs, down);
  }
  return x;
}

#else

static inline ptrdiff_t kernels_rotate(
    const void *picture, ptrdiff_t stride, int64_t u, int64_t v, int64_t du, int64_t dv,
    ptrdiff_t count, bool blends, ptrdiff_t ahead, ptrdiff_t next,
    void *out) {
  (void)picture, (void)stride, (void)u, (void)v, (void)du, (void)dv;
  (void)count, (void)blends, (void)ahead, (void)next, (void)out;
  return 0;
}

#endif
