// Loaded into a program with LD_PRELOAD, records its operations on the files below a folder in their order: for each one
// a line of numbers, followed by names or bytes. Writes through mmap are not recorded.
//
// OMENA_RECORD_FOLDER names the folder, OMENA_RECORD_LOG the log.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define REAL(result, name, ...) \
    static result (*real)(__VA_ARGS__); \
    if (!real) real = dlsym(RTLD_NEXT, #name)

enum { files = 4096 };

static pthread_mutex_t guard = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
// The descriptors of open files and folders below the recorded folder.
static char watched[files];
static char folder[PATH_MAX];
static int log_file = -1;

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv("OMENA_RECORD_FOLDER"), *path = getenv("OMENA_RECORD_LOG");
    if (!name || !path || !realpath(name, folder)) return;
    static int (*real)(const char *, int, ...);
    real = dlsym(RTLD_NEXT, "open");
    log_file = real(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

static void note(char kind, long file, long offset, const void *first, size_t size, const char *second) {
    if (log_file < 0) return;
    char head[96];
    size_t more = second ? strlen(second) : 0;
    int count = snprintf(head, sizeof head, "%c %d.%ld %ld %zu %zu\n", kind, getpid(), file, offset, size, more);
    static ssize_t (*real)(int, const void *, size_t);
    if (!real) real = dlsym(RTLD_NEXT, "write");
    // A single write, so that no reader sees half a step.
    char *all = malloc(count + size + more);
    memcpy(all, head, count);
    memcpy(all + count, first, size);
    if (more) memcpy(all + count + size, second, more);
    if (real(log_file, all, count + size + more) != (ssize_t)(count + size + more)) abort();
    free(all);
}

// The path relative to the folder; NULL for other paths.
static const char *below(int at, const char *path) {
    static char buffers[2][PATH_MAX];
    static int turn;
    char *name = buffers[turn ^= 1];
    char base[PATH_MAX] = "";
    if (log_file < 0) return NULL;
    if (path[0] != '/' && at == AT_FDCWD && !getcwd(base, sizeof base)) return NULL;
    if (path[0] != '/' && at != AT_FDCWD) {
        char link[64];
        snprintf(link, sizeof link, "/proc/self/fd/%d", at);
        ssize_t count = readlink(link, base, sizeof base - 1);
        if (count < 0) return NULL;
    }
    if (snprintf(name, PATH_MAX, "%s%s%s", base, base[0] ? "/" : "", path) >= PATH_MAX) return NULL;
    size_t length = strlen(folder);
    if (strncmp(name, folder, length) || (name[length] != '/' && name[length])) return NULL;
    return name[length] ? name + length + 1 : "";
}

static int opened(int file, int at, const char *path, int flags, int was_there) {
    if (file < 0 || file >= files) return file;
    const char *name = below(at, path);
    watched[file] = name != NULL;
    struct stat status;
    if (!name || fstat(file, &status) || !(S_ISREG(status.st_mode) || S_ISDIR(status.st_mode))) {
        watched[file] = 0;
        return file;
    }
    // C: created, E: truncated to nothing, O: opened, F: a folder.
    note(S_ISDIR(status.st_mode) ? 'F' : !was_there ? 'C' : flags & O_TRUNC && (flags & O_ACCMODE) != O_RDONLY ? 'E' : 'O',
         file, 0, name, strlen(name), NULL);
    return file;
}

static int is_there(int at, const char *path) {
    struct stat status;
    return fstatat(at, path, &status, 0) == 0;
}

#define OPENING(name) \
    int name(const char *path, int flags, ...) { \
        REAL(int, name, const char *, int, ...); \
        va_list rest; \
        va_start(rest, flags); \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
        va_end(rest); \
        pthread_mutex_lock(&guard); \
        int there = is_there(AT_FDCWD, path); \
        int file = opened(real(path, flags, mode), AT_FDCWD, path, flags, there); \
        pthread_mutex_unlock(&guard); \
        return file; \
    }
OPENING(open)
OPENING(open64)

#define OPENING_AT(name) \
    int name(int at, const char *path, int flags, ...) { \
        REAL(int, name, int, const char *, int, ...); \
        va_list rest; \
        va_start(rest, flags); \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
        va_end(rest); \
        pthread_mutex_lock(&guard); \
        int there = is_there(at, path); \
        int file = opened(real(at, path, flags, mode), at, path, flags, there); \
        pthread_mutex_unlock(&guard); \
        return file; \
    }
OPENING_AT(openat)
OPENING_AT(openat64)

static int is_watched(int file) { return file >= 0 && file < files && watched[file]; }

int close(int file) {
    REAL(int, close, int);
    pthread_mutex_lock(&guard);
    if (is_watched(file)) watched[file] = 0;
    int code = real(file);
    pthread_mutex_unlock(&guard);
    return code;
}

ssize_t write(int file, const void *bytes, size_t size) {
    REAL(ssize_t, write, int, const void *, size_t);
    if (!is_watched(file)) return real(file, bytes, size);
    pthread_mutex_lock(&guard);
    ssize_t count = real(file, bytes, size);
    if (count > 0) note('W', file, (long)lseek(file, 0, SEEK_CUR) - count, bytes, count, NULL);
    pthread_mutex_unlock(&guard);
    return count;
}

#define WRITING_AT(name, offset_t) \
    ssize_t name(int file, const void *bytes, size_t size, offset_t offset) { \
        REAL(ssize_t, name, int, const void *, size_t, offset_t); \
        if (!is_watched(file)) return real(file, bytes, size, offset); \
        pthread_mutex_lock(&guard); \
        ssize_t count = real(file, bytes, size, offset); \
        if (count > 0) note('W', file, (long)offset, bytes, count, NULL); \
        pthread_mutex_unlock(&guard); \
        return count; \
    }
WRITING_AT(pwrite, off_t)
WRITING_AT(pwrite64, off64_t)

#define CUTTING(name, offset_t) \
    int name(int file, offset_t size) { \
        REAL(int, name, int, offset_t); \
        pthread_mutex_lock(&guard); \
        int code = real(file, size); \
        if (!code && is_watched(file)) note('T', file, (long)size, "", 0, NULL); \
        pthread_mutex_unlock(&guard); \
        return code; \
    }
CUTTING(ftruncate, off_t)
CUTTING(ftruncate64, off64_t)

#define FLUSHING(name) \
    int name(int file) { \
        REAL(int, name, int); \
        pthread_mutex_lock(&guard); \
        int code = real(file); \
        if (!code && is_watched(file)) note('S', file, 0, "", 0, NULL); \
        pthread_mutex_unlock(&guard); \
        return code; \
    }
FLUSHING(fsync)
FLUSHING(fdatasync)

static void named(char kind, int at, const char *path, int other_at, const char *other) {
    const char *first = below(at, path), *second = other ? below(other_at, other) : NULL;
    if (!first && !second) return;
    // A file that is moved into or out of the folder could not be replayed.
    if (!first || (other && !second)) abort();
    note(kind, 0, 0, first, strlen(first), second);
}

#define NAMING(name, kind, parameters, arguments, at, path, other_at, other) \
    int name parameters { \
        static int (*real) parameters; \
        if (!real) real = dlsym(RTLD_NEXT, #name); \
        pthread_mutex_lock(&guard); \
        int code = real arguments; \
        if (!code) named(kind, at, path, other_at, other); \
        pthread_mutex_unlock(&guard); \
        return code; \
    }
NAMING(rename, 'R', (const char *a, const char *b), (a, b), AT_FDCWD, a, AT_FDCWD, b)
NAMING(renameat, 'R', (int x, const char *a, int y, const char *b), (x, a, y, b), x, a, y, b)
NAMING(link, 'L', (const char *a, const char *b), (a, b), AT_FDCWD, a, AT_FDCWD, b)
NAMING(unlink, 'U', (const char *a), (a), AT_FDCWD, a, 0, NULL)
NAMING(unlinkat, 'U', (int x, const char *a, int flags), (x, a, flags), x, a, 0, NULL)
NAMING(remove, 'U', (const char *a), (a), AT_FDCWD, a, 0, NULL)
NAMING(rmdir, 'U', (const char *a), (a), AT_FDCWD, a, 0, NULL)
NAMING(mkdir, 'D', (const char *a, mode_t mode), (a, mode), AT_FDCWD, a, 0, NULL)

// Waits until the other threads have recorded their operations, because exec ends them.
int execv(const char *path, char *const words[]) {
    REAL(int, execv, const char *, char *const *);
    pthread_mutex_lock(&guard);
    int code = real(path, words);
    pthread_mutex_unlock(&guard);
    return code;
}
