// The bare window of the floor programs, and images in memory shared with the server.

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XShm.h>
#include <sys/ipc.h>
#include <sys/shm.h>

static inline Window mapped_window(Display *display, int width, int height) {
    XSetWindowAttributes wanted = {.override_redirect = True, .event_mask = ExposureMask};
    Window window = XCreateWindow(display, DefaultRootWindow(display), 0, 0, width, height, 0, 24,
                                  InputOutput, DefaultVisual(display, 0),
                                  CWOverrideRedirect | CWEventMask, &wanted);
    XMapWindow(display, window);
    return window;
}

// An image in memory shared with the server. `segment` lives as long as the image.
static inline XImage *shared_image(Display *display, XShmSegmentInfo *segment, int width, int height) {
    segment->shmid = shmget(IPC_PRIVATE, (size_t)width * height * 4, IPC_CREAT | 0600);
    segment->shmaddr = shmat(segment->shmid, NULL, 0);
    XShmAttach(display, segment);
    XImage *image = XShmCreateImage(display, DefaultVisual(display, 0), 24, ZPixmap,
                                    segment->shmaddr, segment, width, height);
    XSync(display, False);
    shmctl(segment->shmid, IPC_RMID, NULL);
    return image;
}
