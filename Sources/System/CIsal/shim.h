#pragma once
#include <isa-l/crc.h>
#include <isa-l/crc64.h>
#include <isa-l/igzip_lib.h>

// Swift sees the compressor as bytes, because it would compile code for each of the 100,000 elements of its arrays.
enum {
    omena_isal_stream_size = sizeof(struct isal_zstream),
    omena_isal_tables_size = ISAL_DEF_LVL2_DEFAULT,
};

/// Compresses a piece as raw deflate data up to a full flush; the size of the result, or the library's error, which is negative.
///
/// @param stream Zeros at first: the library's initialization leaves out the window size, for which 0 means the maximum.
static inline int64_t omena_isal_deflate(
    void *stream, uint8_t *tables, const uint8_t *piece, uint32_t piece_size, uint8_t *result, uint32_t result_size
) {
    struct isal_zstream *state = (struct isal_zstream *)stream;
    isal_deflate_stateless_init(state);
    state->flush = FULL_FLUSH;
    state->level = 2;
    state->level_buf = tables;
    state->level_buf_size = omena_isal_tables_size;
    state->next_in = (uint8_t *)piece;
    state->avail_in = piece_size;
    state->next_out = result;
    state->avail_out = result_size;
    int outcome = isal_deflate_stateless(state);
    return outcome < 0 ? outcome : (int64_t)(result_size - state->avail_out);
}
