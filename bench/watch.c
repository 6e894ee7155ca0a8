// Starts a program, plays input and records the changes of the screen.
//
//   watch PROGRAM ARGUMENT…       commands on standard input, answers as JSON on standard output
//
//   key NAME COUNT MS    press and release a key COUNT times, one every MS
//   hold NAME, let NAME  press a key, release it
//   down N, up N         press a button, release it
//   click N COUNT MS     press and release a button COUNT times, one every MS
//   line X0 Y0 X1 Y1 COUNT MS    move the pointer in COUNT steps, one every MS
//   wait MS              do nothing for MS
//   area L T R B         the area of the screen compared from now on, in percent (12 14 88 86)
//   settle QUIET LIMIT   play the commands so far and record until nothing has changed for
//                        QUIET ms (but not longer than LIMIT): every frame seen, with its time;
//                        also ends when the program does
//   rest QUIET LIMIT     wait until nothing has been drawn for QUIET ms (but not longer than
//                        LIMIT), including controls; the answer says whether this happened
//   quit                 end the program
//
// Times count from the first command played, or from the start of the program. Only a sparse grid
// in a part of the screen is compared, to exclude titles and indicators. The watcher replaces the
// window manager: windows get the whole screen and the keyboard focus.

#define _GNU_SOURCE
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XShm.h>
#include <X11/extensions/XTest.h>
#include <X11/extensions/Xdamage.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <sys/wait.h>
#include <time.h>

enum { ROWS = 18, COLUMNS = 160, SAMPLES = ROWS * COLUMNS * 3, BLOCK = 8, TOLERANCE = 3 };
enum { MOST_FRAMES = 4000, MOST_ACTIONS = 4000 };
static const double SPACING_MS = 2;  // more frequent captures would slow the program down

typedef struct { double ms; unsigned char samples[SAMPLES]; } Frame;
typedef enum { KEY, BUTTON, MOVE, NOTHING } Kind;
typedef struct { double ms; Kind kind; int a, b; } Action;

static Display *display;
static Window root;
static int width, height, left, top, wide, high;
static XImage *rows[ROWS];
static XShmSegmentInfo segment;
static Frame *frames;
static int frame_count, action_count;
static Action actions[MOST_ACTIONS];
static pid_t child;
static int has_ended;  // whether the program has ended
static double cursor;  // the time of the next command in ms after the first

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static int ignore_error(Display *d, XErrorEvent *e) { (void)d, (void)e; return 0; }

// Sets the compared area, in percent of the screen.
static void choose_area(int l, int t, int r, int b) {
    left = width * l / 100, wide = width * (r - l) / 100;
    top = height * t / 100, high = height * (b - t) / 100;
    for (int i = 0; i < ROWS; i++) {
        if (rows[i]) XDestroyImage(rows[i]);
        rows[i] = XShmCreateImage(display, DefaultVisual(display, DefaultScreen(display)), 24,
                                  ZPixmap, segment.shmaddr + (size_t)i * width * 4, &segment,
                                  wide, 1);
    }
}

static void prepare_capture(void) {
    int screen = DefaultScreen(display);
    width = DisplayWidth(display, screen), height = DisplayHeight(display, screen);
    segment.shmid = shmget(IPC_PRIVATE, (size_t)ROWS * width * 4, IPC_CREAT | 0600);
    segment.shmaddr = shmat(segment.shmid, NULL, 0);
    XShmAttach(display, &segment);
    XSync(display, False);
    shmctl(segment.shmid, IPC_RMID, NULL);
    choose_area(12, 14, 88, 86);
    frames = malloc(sizeof(Frame) * MOST_FRAMES);
}

static void capture(unsigned char *out) {
    for (int i = 0; i < ROWS; i++) {
        int y = top + high * i / (ROWS - 1);
        XShmGetImage(display, root, rows[i], left, y, AllPlanes);
        const unsigned char *line = (const unsigned char *)rows[i]->data;
        for (int k = 0; k < COLUMNS; k++, out += 3) memcpy(out, line + 4 * (wide * k / COLUMNS), 3);
    }
}

static void record(double ms) {
    if (frame_count == MOST_FRAMES) return;
    Frame *frame = &frames[frame_count];
    frame->ms = ms;
    capture(frame->samples);
    if (frame_count == 0 || memcmp(frame[-1].samples, frame->samples, SAMPLES)) frame_count++;
}

static void adopt(Window window) {
    XWindowAttributes a;
    if (!XGetWindowAttributes(display, window, &a) || a.override_redirect || a.width < 100) return;
    if (a.width != width || a.height != height || a.x || a.y)
        XMoveResizeWindow(display, window, 0, 0, width, height);
    XSetInputFocus(display, window, RevertToPointerRoot, CurrentTime);
}

static void play(const Action *action) {
    if (action->kind == KEY) XTestFakeKeyEvent(display, action->a, action->b, CurrentTime);
    if (action->kind == BUTTON) XTestFakeButtonEvent(display, action->a, action->b, CurrentTime);
    if (action->kind == MOVE) XTestFakeMotionEvent(display, -1, action->a, action->b, CurrentTime);
    XFlush(display);
}

// The average brightness of blocks of samples, enough to recognise a picture.
static void print_coarse(const Frame *frame) {
    for (int i = 0; i < ROWS * COLUMNS / BLOCK; i++) {
        int sum = 0;
        const unsigned char *p = frame->samples + i * BLOCK * 3;
        for (int k = 0; k < BLOCK; k++, p += 3) sum += (29 * p[0] + 150 * p[1] + 77 * p[2]) >> 8;
        printf("%02x", sum / BLOCK);
    }
}

static double equal_part(const Frame *a, const Frame *b) {
    int equal = 0;
    for (int i = 0; i < SAMPLES; i++) equal += abs(a->samples[i] - b->samples[i]) <= TOLERANCE;
    return (double)equal / SAMPLES;
}

static void settle(double begin, double quiet, double limit, int damage_event, Damage damage) {
    double last = 0, acted = 0, captured = -SPACING_MS;
    int next = 0, damaged = 0;
    if (action_count) begin = now();
    frame_count = 0;
    record(now() - begin);
    int before = frame_count;
    for (;;) {
        double ms = now() - begin;
        while (next < action_count && actions[next].ms <= ms) play(&actions[next++]), acted = ms;
        while (XPending(display)) {
            XEvent event;
            XNextEvent(display, &event);
            if (event.type == MapNotify) adopt(event.xmap.window);
            if (event.type == damage_event + XDamageNotify) damaged = 1;
        }
        ms = now() - begin;
        if (damaged && ms - captured >= SPACING_MS) {
            damaged = 0;
            XDamageSubtract(display, damage, None, None);
            int count = frame_count;
            record(ms);
            captured = now() - begin;
            if (frame_count > count) last = ms;
        }
        int played = next == action_count;
        if (played && frame_count > before && ms - last > quiet && ms - acted > quiet) break;
        if (ms > limit) break;
        has_ended = has_ended || waitpid(child, NULL, WNOHANG) == child;
        if (has_ended && ms - last > SPACING_MS) break;
        // Reading a capture may have queued events: handle them before waiting for others.
        if (XEventsQueued(display, QueuedAlready)) continue;
        double until = damaged ? SPACING_MS : quiet / 10;
        if (!played && actions[next].ms - ms < until) until = actions[next].ms - ms;
        struct timespec t = {0, until > 0 ? (long)(until * 1e6) % 1000000000 : 0};
        struct pollfd fd = {ConnectionNumber(display), POLLIN, 0};
        ppoll(&fd, 1, &t, NULL);
    }
    printf("{\"presses\":[");
    for (int i = 0, first = 1; i < action_count; i++)
        if ((actions[i].kind == KEY || actions[i].kind == BUTTON) && actions[i].b) {
            printf("%s%.2f", first ? "" : ",", actions[i].ms);
            first = 0;
        }
    printf("],\"frames\":[");
    for (int i = 0; i < frame_count; i++) {
        printf("%s[%.2f,%.4f,\"", i ? "," : "", frames[i].ms,
               equal_part(&frames[i], &frames[frame_count - 1]));
        print_coarse(&frames[i]);
        printf("\"]");
    }
    printf("]}\n");
    fflush(stdout);
    action_count = 0;
    cursor = 0;
}

static void rest(double quiet, double limit, int damage_event, Damage damage) {
    double begin = now(), last = begin;
    while (now() - last < quiet && now() - begin < limit) {
        while (XPending(display)) {
            XEvent event;
            XNextEvent(display, &event);
            if (event.type != damage_event + XDamageNotify) continue;
            XDamageSubtract(display, damage, None, None);
            last = now();
        }
        struct pollfd fd = {ConnectionNumber(display), POLLIN, 0};
        poll(&fd, 1, 50);
    }
    printf("{\"quiet\":%s}\n", now() - last < quiet ? "false" : "true");
    fflush(stdout);
}

static void then(Kind kind, int a, int b) {
    if (action_count < MOST_ACTIONS) actions[action_count++] = (Action){cursor, kind, a, b};
}

static int code(const char *name) {
    return XKeysymToKeycode(display, XStringToKeysym(name));
}

static int obey(const char *line, double begin, int damage_event, Damage damage) {
    char name[64];
    int a, b, c, d, n;
    double ms, limit;
    if (sscanf(line, "key %63s %d %lf", name, &n, &ms) == 3) {
        for (int i = 0; i < n; i++, cursor += ms)
            then(KEY, code(name), 1), then(KEY, code(name), 0);
    } else if (sscanf(line, "hold %63s", name) == 1) {
        then(KEY, code(name), 1);
    } else if (sscanf(line, "let %63s", name) == 1) {
        then(KEY, code(name), 0);
    } else if (sscanf(line, "down %d", &n) == 1) {
        then(BUTTON, n, 1);
    } else if (sscanf(line, "up %d", &n) == 1) {
        then(BUTTON, n, 0);
    } else if (sscanf(line, "click %d %d %lf", &a, &n, &ms) == 3) {
        for (int i = 0; i < n; i++, cursor += ms) then(BUTTON, a, 1), then(BUTTON, a, 0);
    } else if (sscanf(line, "line %d %d %d %d %d %lf", &a, &b, &c, &d, &n, &ms) == 6) {
        for (int i = 1; i <= n; i++, cursor += ms)
            then(MOVE, a + (c - a) * i / n, b + (d - b) * i / n);
    } else if (sscanf(line, "area %d %d %d %d", &a, &b, &c, &d) == 4) {
        choose_area(a, b, c, d);
    } else if (sscanf(line, "wait %lf", &ms) == 1) {
        cursor += ms;
        then(NOTHING, 0, 0);
    } else if (sscanf(line, "settle %lf %lf", &ms, &limit) == 2) {
        settle(begin, ms, limit, damage_event, damage);
    } else if (sscanf(line, "rest %lf %lf", &ms, &limit) == 2) {
        rest(ms, limit, damage_event, damage);
    } else {
        return 0;
    }
    return 1;
}

int main(int count, char **arguments) {
    if (count < 2 || !(display = XOpenDisplay(NULL))) return 2;
    XSetErrorHandler(ignore_error);
    root = DefaultRootWindow(display);
    prepare_capture();
    int damage_event, damage_error;
    if (!XDamageQueryExtension(display, &damage_event, &damage_error)) return 2;
    Damage damage = XDamageCreate(display, root, XDamageReportNonEmpty);
    XSelectInput(display, root, SubstructureNotifyMask);
    XTestFakeMotionEvent(display, -1, width - 2, height - 2, CurrentTime);
    XSync(display, False);

    extern char **environ;
    double begin = now();
    if (posix_spawnp(&child, arguments[1], NULL, NULL, arguments + 1, environ)) return 2;
    printf("{\"pid\":%d}\n", child);
    fflush(stdout);

    char line[256];
    while (fgets(line, sizeof line, stdin) && obey(line, begin, damage_event, damage)) {}
    if (has_ended) return 0;
    kill(child, SIGTERM);
    for (int i = 0; i < 100 && waitpid(child, NULL, WNOHANG) == 0; i++) {
        struct timespec t = {0, 10000000};
        nanosleep(&t, NULL);
        if (i == 98) kill(child, SIGKILL);
    }
    return 0;
}
