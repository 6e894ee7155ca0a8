// The lower bound for every viewer: decodes one picture and puts it into a bare window.
//   floor FILE.jpg | FILE.png     no scaling to the window, no events, no list
//   floor WIDTH HEIGHT            prints the milliseconds in which each of 120 frames at 60 Hz is copied once into
//                                 memory shared with the server, which copies the frame before at the same time

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XShm.h>
#include <fcntl.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <time.h>
#include <turbojpeg.h>
#include <unistd.h>

enum { WIDTH = 1920, HEIGHT = 1080 };

typedef struct { int width, height; unsigned char *pixels; } Picture;

// Allocates huge pages, because page faults of new memory take as long as decoding into it.
static unsigned char *fresh(size_t size) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS;
    unsigned char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, flags, -1, 0);
    madvise(memory, size, MADV_HUGEPAGE);
    return memory;
}

// Decodes at the smallest DCT scale that still covers the picture's fit in the window.
static Picture decode_jpeg(const unsigned char *bytes, size_t size) {
    Picture picture;
    int subsampling, space, count;
    tjhandle handle = tjInitDecompress();
    tjDecompressHeader3(handle, bytes, size, &picture.width, &picture.height, &subsampling, &space);
    double fit_x = (double)WIDTH / picture.width, fit_y = (double)HEIGHT / picture.height;
    double fit = fit_x < fit_y ? fit_x : fit_y, best = 1;
    tjscalingfactor *factors = tjGetScalingFactors(&count), chosen = {1, 1};
    for (int i = 0; i < count; i++) {
        double scale = (double)factors[i].num / factors[i].denom;
        if (scale >= fit && scale < best) best = scale, chosen = factors[i];
    }
    picture.width = TJSCALED(picture.width, chosen);
    picture.height = TJSCALED(picture.height, chosen);
    picture.pixels = fresh((size_t)picture.width * picture.height * 4);
    tjDecompress2(handle, bytes, size, picture.pixels, picture.width, 0, picture.height,
                  TJPF_BGRX, 0);
    return picture;
}

static Picture decode_png(const unsigned char *bytes, size_t size) {
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

static Window mapped_window(Display *display, int width, int height) {
    XSetWindowAttributes wanted = {.override_redirect = True, .event_mask = ExposureMask};
    Window window = XCreateWindow(display, DefaultRootWindow(display), 0, 0, width, height, 0, 24,
                                  InputOutput, DefaultVisual(display, 0),
                                  CWOverrideRedirect | CWEventMask, &wanted);
    XMapWindow(display, window);
    return window;
}

// An image in memory shared with the server. `segment` lives as long as the image.
static XImage *shared_image(Display *display, XShmSegmentInfo *segment, int width, int height) {
    segment->shmid = shmget(IPC_PRIVATE, (size_t)width * height * 4, IPC_CREAT | 0600);
    segment->shmaddr = shmat(segment->shmid, NULL, 0);
    XShmAttach(display, segment);
    XImage *image = XShmCreateImage(display, DefaultVisual(display, 0), 24, ZPixmap,
                                    segment->shmaddr, segment, width, height);
    XSync(display, False);
    shmctl(segment->shmid, IPC_RMID, NULL);
    return image;
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
    Picture picture = bytes[0] == 0xff ? decode_jpeg(bytes, about.st_size)
                                       : decode_png(bytes, about.st_size);
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
