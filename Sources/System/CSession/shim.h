#pragma once
// Declarations of libSM, the X session management library. The library is opened after the first
// picture, and only in a session with a session manager. Neither the library nor its headers are
// needed to build. Declared names and layouts are those of libSM.
//
// Source: X Session Management Library, version 1.0 (X.Org), sections 5 to 8.

typedef struct { int length; void *value; } SmPropValue;

typedef struct {
  char *name;
  char *type;
  int num_vals;
  SmPropValue *vals;
} SmProp;

typedef void (*SmcSaveYourselfProc)(
    void *connection, void *data, int save_type, int shutdown, int interact_style, int fast);
typedef void (*SmcProc)(void *connection, void *data);

typedef struct {
  struct { SmcSaveYourselfProc callback; void *client_data; } save_yourself;
  struct { SmcProc callback; void *client_data; } die;
  struct { SmcProc callback; void *client_data; } save_complete;
  struct { SmcProc callback; void *client_data; } shutdown_cancelled;
} SmcCallbacks;

// The result of IceProcessMessages while the connection lasts, from ICElib.h.
#define IceProcessMessagesSuccess 0

#define SmcSaveYourselfProcMask 1
#define SmcDieProcMask 2
#define SmcSaveCompleteProcMask 4
#define SmcShutdownCancelledProcMask 8

#define SmRestartIfRunning 0
#define SmRestartNever 3
