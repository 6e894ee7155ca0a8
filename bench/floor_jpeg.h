// JPEG decoding of the floor programs: at the smallest DCT scale that still covers the picture's fit in the window.

#include "floor_size.h"

#include <stddef.h>
#include <turbojpeg.h>

typedef struct {
    tjhandle handle;
    const unsigned char *bytes;
    size_t size;
    int width, height; // scaled
} JPEG;

static inline JPEG open_jpeg(tjhandle handle, const unsigned char *bytes, size_t size) {
    JPEG jpeg = {handle, bytes, size, 0, 0};
    int subsampling, space, count;
    tjDecompressHeader3(handle, bytes, size, &jpeg.width, &jpeg.height, &subsampling, &space);
    double fit_x = (double)WIDTH / jpeg.width, fit_y = (double)HEIGHT / jpeg.height;
    double fit = fit_x < fit_y ? fit_x : fit_y, best = 1;
    tjscalingfactor *factors = tjGetScalingFactors(&count), chosen = {1, 1};
    for (int i = 0; i < count; i++) {
        double scale = (double)factors[i].num / factors[i].denom;
        if (scale >= fit && scale < best) best = scale, chosen = factors[i];
    }
    jpeg.width = TJSCALED(jpeg.width, chosen);
    jpeg.height = TJSCALED(jpeg.height, chosen);
    return jpeg;
}

static inline void decode_jpeg(JPEG jpeg, unsigned char *pixels) {
    tjDecompress2(jpeg.handle, jpeg.bytes, jpeg.size, pixels, jpeg.width, 0, jpeg.height, TJPF_BGRX, 0);
}
