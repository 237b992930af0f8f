#pragma once
#include <gumbo.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>

// Gumbo checks no allocation, knows no bound, and frees a tree by recursion as deep as the tree. So all that a parse takes
// comes out of blocks that are counted, a parse that wants too much is left by a long jump, and the blocks go at once.

struct omena_block {
    struct omena_block *next;
};

typedef struct {
    struct omena_block *blocks;
    char *place;
    size_t left;
    size_t budget;
    void *exit;
    GumboOutput *output;
} omena_parse;

static inline void *omena_parse_take(void *userdata, size_t size) {
    omena_parse *parse = (omena_parse *)userdata;
    size = (size + 15) & ~(size_t)15;
    if (size > parse->left) {
        size_t wanted = size + 16 > 65536 ? size + 16 : 65536;
        struct omena_block *block = wanted < size || wanted > parse->budget ? NULL : malloc(wanted);
        if (!block) longjmp(*(jmp_buf *)parse->exit, 1);
        block->next = parse->blocks;
        parse->blocks = block;
        parse->budget -= wanted;
        parse->place = (char *)block + 16;
        parse->left = wanted - 16;
    }
    void *taken = parse->place;
    parse->place += size;
    parse->left -= size;
    return taken;
}

static inline void omena_parse_give(void *userdata, void *taken) {
    (void)userdata;
    (void)taken;
}

/// Parses a document within so many bytes of memory; without an output where that does not suffice.
static inline void omena_parse_begin(omena_parse *parse, const char *text, size_t length, size_t budget) {
    jmp_buf exit;
    *parse = (omena_parse){.budget = budget, .exit = &exit};
    if (setjmp(exit)) {
        parse->output = NULL;
        return;
    }
    GumboOptions options = kGumboDefaultOptions;
    options.allocator = omena_parse_take;
    options.deallocator = omena_parse_give;
    options.userdata = parse;
    options.max_errors = 0;
    parse->output = gumbo_parse_with_options(&options, text, length);
}

/// Takes back all that a parse has taken.
static inline void omena_parse_end(omena_parse *parse) {
    while (parse->blocks) {
        struct omena_block *next = parse->blocks->next;
        free(parse->blocks);
        parse->blocks = next;
    }
    parse->output = NULL;
}
