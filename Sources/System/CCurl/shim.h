#pragma once
// Types and constants of libcurl. Its functions are looked up when the first URL is opened. The
// variadic ones, which Swift cannot call, are called here: `function` is the result of `dlsym`,
// with one shim for each type of argument.
#include <curl/curl.h>

static inline CURLcode pbview_curl_set_number(
    void *function, CURL *easy, CURLoption option, long value) {
  return ((CURLcode(*)(CURL *, CURLoption, ...))function)(easy, option, value);
}
static inline CURLcode pbview_curl_set_size(
    void *function, CURL *easy, CURLoption option, curl_off_t value) {
  return ((CURLcode(*)(CURL *, CURLoption, ...))function)(easy, option, value);
}
// libcurl copies strings; other data behind a pointer must outlive the transfer.
static inline CURLcode pbview_curl_set_pointer(
    void *function, CURL *easy, CURLoption option, const void *value) {
  return ((CURLcode(*)(CURL *, CURLoption, ...))function)(easy, option, value);
}
static inline CURLcode pbview_curl_set_callback(
    void *function, CURL *easy, CURLoption option, curl_write_callback value) {
  return ((CURLcode(*)(CURL *, CURLoption, ...))function)(easy, option, value);
}
static inline CURLcode pbview_curl_get_number(
    void *function, CURL *easy, CURLINFO info, long *value) {
  return ((CURLcode(*)(CURL *, CURLINFO, ...))function)(easy, info, value);
}
// The text belongs to the handle, which may change it with the next transfer.
static inline CURLcode pbview_curl_get_text(
    void *function, CURL *easy, CURLINFO info, const char **value) {
  return ((CURLcode(*)(CURL *, CURLINFO, ...))function)(easy, info, value);
}
static inline CURLMcode pbview_curl_set_watchers(
    void *function, CURLM *multi, curl_socket_callback onSocket, curl_multi_timer_callback onTimer,
    void *owner) {
  CURLMcode (*set)(CURLM *, CURLMoption, ...) = (CURLMcode(*)(CURLM *, CURLMoption, ...))function;
  CURLMcode first = set(multi, CURLMOPT_SOCKETFUNCTION, onSocket);
  set(multi, CURLMOPT_SOCKETDATA, owner);
  CURLMcode second = set(multi, CURLMOPT_TIMERFUNCTION, onTimer);
  set(multi, CURLMOPT_TIMERDATA, owner);
  return first ? first : second;
}
