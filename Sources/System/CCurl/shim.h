#pragma once
#include <curl/curl.h>

// curl_easy_setopt and curl_easy_getinfo are variadic, which Swift cannot call.

static inline CURLcode omena_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode omena_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode omena_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

typedef size_t (*omena_curl_write)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode omena_curl_set_write(CURL *handle, omena_curl_write write, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, write);
    return code ? code : curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
}

typedef size_t (*omena_curl_read)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode omena_curl_set_read(CURL *handle, omena_curl_read read, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_READFUNCTION, read);
    return code ? code : curl_easy_setopt(handle, CURLOPT_READDATA, context);
}

static inline CURLcode omena_curl_get_status(CURL *handle, long *status) {
    return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, status);
}

typedef int (*omena_curl_progress)(
    void *context, curl_off_t toReceive, curl_off_t received, curl_off_t toSend, curl_off_t sent);

static inline CURLcode omena_curl_set_progress(CURL *handle, omena_curl_progress progress, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
    if (!code) code = curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, progress);
    return code ? code : curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context);
}

static inline CURLcode omena_curl_get_retry_after(CURL *handle, curl_off_t *seconds) {
    return curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, seconds);
}

typedef curl_socket_t (*omena_curl_open_socket)(void *context, curlsocktype purpose, struct curl_sockaddr *address);

static inline CURLcode omena_curl_set_open_socket(CURL *handle, omena_curl_open_socket open) {
    return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open);
}

static inline const struct sockaddr *omena_curl_address(const struct curl_sockaddr *address) {
    return &address->addr;
}
