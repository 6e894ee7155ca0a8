#pragma once
// Declarations of libmpv's client API, version 2. The library is opened at run time: neither the
// library nor its headers are needed to build. Declared names are those of libmpv.
//
// Source: the reference of the client API (mpv.io, client.h and render.h, API version 2.0). Numbers
// and layouts are ABI, which libmpv guarantees for every libmpv.so.2.
#include <dlfcn.h>
#include <locale.h>
#include <stddef.h>
#include <stdint.h>

typedef struct mpv_handle mpv_handle;
typedef struct mpv_render_context mpv_render_context;

enum { MPV_ERROR_NOTHING_TO_PLAY = -16, MPV_ERROR_UNKNOWN_FORMAT = -17 };

typedef enum mpv_format {
  MPV_FORMAT_NONE = 0,
  MPV_FORMAT_STRING = 1,
  MPV_FORMAT_FLAG = 3,
  MPV_FORMAT_INT64 = 4,
  MPV_FORMAT_DOUBLE = 5
} mpv_format;

typedef enum mpv_event_id {
  MPV_EVENT_NONE = 0,
  MPV_EVENT_SHUTDOWN = 1,
  MPV_EVENT_END_FILE = 7,
  MPV_EVENT_FILE_LOADED = 8,
  MPV_EVENT_VIDEO_RECONFIG = 17,
  MPV_EVENT_PLAYBACK_RESTART = 21,
  MPV_EVENT_PROPERTY_CHANGE = 22,
  MPV_EVENT_HOOK = 25
} mpv_event_id;

typedef enum mpv_end_file_reason { MPV_END_FILE_REASON_ERROR = 4 } mpv_end_file_reason;

typedef struct mpv_event {
  mpv_event_id event_id;
  int error;
  uint64_t reply_userdata;
  void *data;
} mpv_event;

// The data of MPV_EVENT_PROPERTY_CHANGE.
typedef struct mpv_event_property {
  const char *name;
  mpv_format format;
  void *data;
} mpv_event_property;

// The beginning of the data of MPV_EVENT_END_FILE.
typedef struct mpv_event_end_file {
  mpv_end_file_reason reason;
  int error;
} mpv_event_end_file;

// The data of MPV_EVENT_HOOK.
typedef struct mpv_event_hook {
  const char *name;
  uint64_t id;
} mpv_event_hook;

typedef enum mpv_render_param_type {
  MPV_RENDER_PARAM_INVALID = 0,
  MPV_RENDER_PARAM_API_TYPE = 1,
  MPV_RENDER_PARAM_BLOCK_FOR_TARGET_TIME = 12,
  MPV_RENDER_PARAM_SKIP_RENDERING = 13,
  MPV_RENDER_PARAM_SW_SIZE = 17,
  MPV_RENDER_PARAM_SW_FORMAT = 18,
  MPV_RENDER_PARAM_SW_STRIDE = 19,
  MPV_RENDER_PARAM_SW_POINTER = 20
} mpv_render_param_type;

enum { MPV_RENDER_UPDATE_FRAME = 1 };

typedef struct mpv_render_param {
  mpv_render_param_type type;
  void *data;
} mpv_render_param;

typedef void (*mpv_callback)(void *data);

// The types of the functions.
typedef mpv_handle *(*mpv_create_function)(void);
typedef int (*mpv_initialize_function)(mpv_handle *);
typedef int (*mpv_set_option_string_function)(mpv_handle *, const char *name, const char *value);
typedef int (*mpv_set_property_string_function)(
    mpv_handle *, const char *name, const char *value);
typedef int (*mpv_command_async_function)(mpv_handle *, uint64_t reply, const char **words);
typedef int (*mpv_get_property_function)(mpv_handle *, const char *name, mpv_format, void *data);
typedef int (*mpv_observe_property_function)(
    mpv_handle *, uint64_t reply, const char *name, mpv_format);
typedef void (*mpv_free_function)(void *data);
typedef mpv_event *(*mpv_wait_event_function)(mpv_handle *, double seconds);
typedef void (*mpv_set_wakeup_callback_function)(mpv_handle *, mpv_callback, void *data);
typedef int (*mpv_hook_add_function)(
    mpv_handle *, uint64_t reply, const char *name, int priority);
typedef int (*mpv_hook_continue_function)(mpv_handle *, uint64_t id);
typedef int (*mpv_render_context_create_function)(
    mpv_render_context **, mpv_handle *, mpv_render_param *);
typedef void (*mpv_render_context_set_update_callback_function)(
    mpv_render_context *, mpv_callback, void *data);
typedef uint64_t (*mpv_render_context_update_function)(mpv_render_context *);
typedef int (*mpv_render_context_render_function)(mpv_render_context *, mpv_render_param *);
