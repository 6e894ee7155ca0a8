// The lower bound for every viewer: decodes one picture and puts it into a bare window.
//   floor FILE.jpg | FILE.png     no scaling to the window, no events, no list
//   floor WIDTH HEIGHT            prints the milliseconds in which each of 120 frames at 60 Hz is copied once into
//                                 memory shared with the server, which copies the frame before at the same time

#include "floor_jpeg.h"
#include "floor_size.h"
#include "floor_window.h"

#include <fcntl.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef struct { int width, height; unsigned char *pixels; } Picture;

// Allocates huge pages, because page faults of new memory take as long as decoding into it.
static unsigned char *fresh(size_t size) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS;
    unsigned char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, flags, -1, 0);
    madvise(memory, size, MADV_HUGEPAGE);
    return memory;
}

static Picture picture_of_jpeg(const unsigned char *bytes, size_t size) {
    JPEG jpeg = open_jpeg(tjInitDecompress(), bytes, size);
    Picture picture = {jpeg.width, jpeg.height, fresh((size_t)jpeg.width * jpeg.height * 4)};
    decode_jpeg(jpeg, picture.pixels);
    return picture;
}

static Picture picture_of_png(const unsigned char *bytes, size_t size) {
    png_image image = {.version = PNG_IMAGE_VERSION};
    png_image_begin_read_from_memory(&image, bytes, size);
    image.format = PNG_FORMAT_BGRA;
    Picture picture = {image.width, image.height, fresh(PNG_IMAGE_SIZE(image))};
    png_image_finish_read(&image, NULL, picture.pixels, 0, NULL);
    return picture;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

// Two shared images take turns, as in every viewer that draws while the server copies.
static int copy_frames(Display *display, int width, int height) {
    enum { FRAMES = 120 };
    Window window = mapped_window(display, width, height);
    XShmSegmentInfo segments[2];
    XImage *images[2];
    size_t size = (size_t)width * height * 4;
    unsigned char *frame = fresh(size);
    memset(frame, 99, size);
    for (int i = 0; i < 2; i++) images[i] = shared_image(display, &segments[i], width, height);
    double due = now();
    for (int i = 0; i < FRAMES; i++) {
        double begun = now();
        memcpy(images[i % 2]->data, frame, size);
        printf("%.2f\n", now() - begun);
        XSync(display, False); // the server has copied the frame before
        XShmPutImage(display, window, DefaultGC(display, 0), images[i % 2], 0, 0, 0, 0, width, height, False);
        XFlush(display);
        due += 1000.0 / 60;
        double rest = due - now();
        if (rest > 0) nanosleep(&(struct timespec){.tv_nsec = (long)(rest * 1e6)}, NULL);
    }
    return 0;
}

int main(int count, char **arguments) {
    Display *display = XOpenDisplay(NULL);
    if (display && count == 3) return copy_frames(display, atoi(arguments[1]), atoi(arguments[2]));
    int file = count == 2 ? open(arguments[1], O_RDONLY) : -1;
    struct stat about;
    if (!display || file < 0 || fstat(file, &about)) return 1;
    Window window = mapped_window(display, WIDTH, HEIGHT);
    XShmSegmentInfo segment;
    XImage *image = shared_image(display, &segment, WIDTH, HEIGHT);

    unsigned char *bytes = mmap(NULL, about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    Picture picture = bytes[0] == 0xff ? picture_of_jpeg(bytes, about.st_size)
                                       : picture_of_png(bytes, about.st_size);
    int x = picture.width > WIDTH ? (picture.width - WIDTH) / 2 : 0;
    int y = picture.height > HEIGHT ? (picture.height - HEIGHT) / 2 : 0;
    int wide = picture.width < WIDTH ? picture.width : WIDTH;
    int high = picture.height < HEIGHT ? picture.height : HEIGHT;
    for (int row = 0; row < high; row++)
        memcpy(image->data + (size_t)row * image->bytes_per_line,
               picture.pixels + ((size_t)(y + row) * picture.width + x) * 4, (size_t)wide * 4);
    XShmPutImage(display, window, DefaultGC(display, 0), image, 0, 0, 0, 0, wide, high, False);
    XSync(display, False);
    pause();
}
