// The lower bound for every viewer with pbview's architecture: a confined helper process decodes one JPEG picture, and
// a process that never reads the picture's bytes shows the pixels in a bare window.
//   confined_floor [FRAMES] FILE.jpg     no scaling to the window, no events, no list
//
// The two programs are linked with the libraries that pbview and pbview-decoder need at their start (scripts/bench).
// The helper starts first, and the window is made while it decodes. The server reads the pixels from the memory in
// which they were decoded. After that, FRAMES (default: 0) images of the window are filled, in which a viewer draws
// what follows.

#include "confined_floor.h"
#include "floor_size.h"
#include "floor_window.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <xcb/shm.h>

xcb_connection_t *XGetXCBConnection(Display *display); // of libX11-xcb, as its header declares it

// Starts the program that has the name of this one with "_decoder" behind it. Returns the socket to it; -1 when it
// cannot be started.
static int start_helper(void) {
    extern char **environ;
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - sizeof "_decoder");
    int ends[2];
    if (length < 0 || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends)) return -1;
    strcpy(path + length, "_decoder");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], HELPER_SOCKET);
    pid_t pid;
    int error = posix_spawn(&pid, path, &actions, NULL, (char *[]){path, NULL}, environ);
    close(ends[1]);
    return error ? -1 : ends[0];
}

// Whether memory has the size of a picture and keeps it.
static int fits(int memory, Size size) {
    struct stat about;
    int seals = fcntl(memory, F_GET_SEALS);
    return seals >= 0 && (seals & F_SEAL_SHRINK) && size.width > 0 && size.height > 0 && !fstat(memory, &about)
           && about.st_size / 4 / size.width >= size.height;
}

int main(int count, char **arguments) {
    int file = count == 2 || count == 3 ? open(arguments[count - 1], O_RDONLY | O_CLOEXEC) : -1;
    int helper = file < 0 ? -1 : start_helper();
    if (helper < 0 || !send_descriptor(helper, file, (Size){0, 0})) return 1;
    Display *display = XOpenDisplay(NULL);
    if (!display) return 1;
    xcb_connection_t *connection = XGetXCBConnection(display);
    xcb_prefetch_extension_data(connection, &xcb_shm_id);
    Window window = mapped_window(display, WIDTH, HEIGHT);
    GC context = DefaultGC(display, 0);
    XFlush(display);

    Size size;
    int memory = receive_descriptor(helper, &size);
    if (memory < 0 || !fits(memory, size)) return 1;
    int x = size.width > WIDTH ? (size.width - WIDTH) / 2 : 0;
    int y = size.height > HEIGHT ? (size.height - HEIGHT) / 2 : 0;
    int wide = size.width < WIDTH ? size.width : WIDTH;
    int high = size.height < HEIGHT ? size.height : HEIGHT;
    xcb_shm_seg_t segment = xcb_generate_id(connection);
    // XCB closes the descriptor that it sends.
    xcb_shm_attach_fd(connection, segment, fcntl(memory, F_DUPFD_CLOEXEC, 0), 1);
    xcb_shm_put_image(connection, window, XGContextFromGC(context), size.width, size.height, x, y, wide, high, 0, 0,
                      24, XCB_IMAGE_FORMAT_Z_PIXMAP, 0, segment, 0);
    xcb_shm_detach(connection, segment);
    XSync(display, False);

    int frames = count == 3 ? atoi(arguments[1]) : 0;
    size_t row = (size_t)size.width * 4;
    const char *pixels = mmap(NULL, row * size.height, PROT_READ, MAP_SHARED, memory, 0);
    if (pixels == MAP_FAILED) return 1;
    for (int i = 0; i < frames; i++) {
        XShmSegmentInfo *info = malloc(sizeof *info);
        XImage *image = shared_image(display, info, WIDTH, HEIGHT);
        memset(image->data, 0, (size_t)image->bytes_per_line * HEIGHT);
        for (int line = 0; line < high; line++)
            memcpy(image->data + (size_t)line * image->bytes_per_line, pixels + (y + line) * row + (size_t)x * 4,
                   (size_t)wide * 4);
        if (i == 0) XShmPutImage(display, window, context, image, 0, 0, 0, 0, WIDTH, HEIGHT, False);
        XSync(display, False);
    }
    pause();
}
