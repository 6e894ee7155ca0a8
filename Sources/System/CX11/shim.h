#pragma once
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/Xatom.h>
#include <X11/Xresource.h>
#include <X11/XKBlib.h>
#include <X11/cursorfont.h>
#include <X11/keysym.h>
#include <X11/extensions/XShm.h>
#include <X11/extensions/XInput2.h>
#include <X11/extensions/Xrandr.h>
#include <X11/extensions/Xpresent.h>
#include <X11/extensions/Xfixes.h>
#include <X11/extensions/Xrender.h>
#include <X11/extensions/sync.h>
#include <X11/Xcursor/Xcursor.h>
#include <xcb/xcb.h>

/* Xlib's functions with a variable number of arguments, which Swift cannot call. */

/* The four callbacks of a pre-edit that the client draws, in this order: start, done, draw, caret. */
static inline XIC pbview_create_ic(
    XIM im, Window window, unsigned long style, XPoint *spot, XICCallback callbacks[4]) {
  XVaNestedList preedit = XVaCreateNestedList(
      0, XNSpotLocation, spot, XNPreeditStartCallback, &callbacks[0], XNPreeditDoneCallback,
      &callbacks[1], XNPreeditDrawCallback, &callbacks[2], XNPreeditCaretCallback, &callbacks[3],
      NULL);
  XIC ic = preedit == NULL ? NULL
      : XCreateIC(im, XNInputStyle, style, XNClientWindow, window, XNFocusWindow, window,
                  XNPreeditAttributes, preedit, NULL);
  if (preedit != NULL) XFree(preedit);
  return ic;
}

static inline XIC pbview_create_plain_ic(XIM im, Window window, unsigned long style) {
  return XCreateIC(im, XNInputStyle, style, XNClientWindow, window, XNFocusWindow, window, NULL);
}

static inline void pbview_set_spot(XIC ic, XPoint *spot) {
  XVaNestedList preedit = XVaCreateNestedList(0, XNSpotLocation, spot, NULL);
  if (preedit == NULL) return;
  XSetICValues(ic, XNPreeditAttributes, preedit, NULL);
  XFree(preedit);
}

static inline XIMStyles *pbview_im_styles(XIM im) {
  XIMStyles *styles = NULL;
  return XGetIMValues(im, XNQueryInputStyle, &styles, NULL) == NULL ? styles : NULL;
}

static inline void pbview_set_im_destroyed(XIM im, XIMCallback *callback) {
  XSetIMValues(im, XNDestroyCallback, callback, NULL);
}
