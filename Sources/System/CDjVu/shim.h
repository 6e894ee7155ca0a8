#pragma once
// Declarations of DjVuLibre 3.5. The library is opened for the first DjVu document; neither the
// library nor its headers are needed to build. Names of constants are those of ddjvuapi.h.

// The status of a job that has succeeded; smaller values mean that it has not ended, larger ones
// that it has failed.
#define DDJVU_JOB_OK 2
// The tag of a message that requests the bytes of a file.
#define DDJVU_NEWSTREAM 2
#define DDJVU_RENDER_COLOR 0
#define DDJVU_FORMAT_RGBMASK32 3

// ddjvu_rect_t
typedef struct {
  int x, y;
  unsigned width, height;
} DjVuRect;

// ddjvu_pageinfo_t
typedef struct { int width, height, dpi, rotation, version; } DjVuPageInfo;

// The beginning of the message DDJVU_NEWSTREAM, ddjvu_message_newstream_s.
typedef struct {
  int tag;
  void *context, *document, *page, *job;
  int stream;
} DjVuNewStream;
