#pragma once
#include <zlib.h>

// zlib's own initialisers are macros, which Swift cannot import.
// 15 + 16: the largest window, with gzip's header and check sum around it.
static inline int omena_deflate_start(z_streamp stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

// Negative bits: the bytes have no gzip header and checksum, because they are a part of a stream.
static inline int omena_inflate_start_raw(z_streamp stream) {
    return inflateInit2(stream, -15);
}

static inline int omena_inflate_start(z_streamp stream) {
    return inflateInit2(stream, 15 + 16);
}
