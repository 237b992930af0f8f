#pragma once
#include <gumbo.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>

// Gumbo does not check allocations, has no limit, and frees a tree by recursion as deep as the tree. Therefore a parse
// allocates from blocks within a budget, a long jump ends a parse that exceeds it, and all blocks are freed at once.

struct omena_block {
    struct omena_block *next;
};

typedef struct {
    struct omena_block *blocks;
    char *next;
    size_t left;
    size_t budget;
    void *exit;
    GumboOutput *output;
} omena_parse;

static inline void *omena_parse_allocate(void *userdata, size_t size) {
    omena_parse *parse = (omena_parse *)userdata;
    size = (size + 15) & ~(size_t)15;
    if (size > parse->left) {
        size_t needed = size + 16 > 65536 ? size + 16 : 65536;
        struct omena_block *block = needed < size || needed > parse->budget ? NULL : malloc(needed);
        if (!block) longjmp(*(jmp_buf *)parse->exit, 1);
        block->next = parse->blocks;
        parse->blocks = block;
        parse->budget -= needed;
        parse->next = (char *)block + 16;
        parse->left = needed - 16;
    }
    void *allocated = parse->next;
    parse->next += size;
    parse->left -= size;
    return allocated;
}

static inline void omena_parse_free(void *userdata, void *allocated) {
    (void)userdata;
    (void)allocated;
}

/// Parses a document; the output is NULL if that needs more than `budget` bytes of memory.
static inline void omena_parse_begin(omena_parse *parse, const char *text, size_t length, size_t budget) {
    jmp_buf exit;
    *parse = (omena_parse){.budget = budget, .exit = &exit};
    if (setjmp(exit)) {
        parse->output = NULL;
        return;
    }
    GumboOptions options = kGumboDefaultOptions;
    options.allocator = omena_parse_allocate;
    options.deallocator = omena_parse_free;
    options.userdata = parse;
    options.max_errors = 0;
    parse->output = gumbo_parse_with_options(&options, text, length);
}

/// Frees all memory of a parse.
static inline void omena_parse_end(omena_parse *parse) {
    while (parse->blocks) {
        struct omena_block *next = parse->blocks->next;
        free(parse->blocks);
        parse->blocks = next;
    }
    parse->output = NULL;
}
