// flushes FOLDER FILES THREADS BYTES SECONDS
// How many times a second the disk of a folder takes so many bytes and flushes them, if each thread writes to the next of
// these files in turn. As in a write-ahead log, which begins anew when it is full, the bytes replace earlier ones of the file.
// Prints the rate and the 99th percentile of the time of one write with its flush, in milliseconds.
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SIZE = 4 << 20, MOST_TIMES = 1 << 20 };

static int files, bytes;
static int *descriptors, *offsets;
static pthread_mutex_t *locks;
static char *content;
static atomic_int next, count;
static atomic_bool isOver;
static float *times;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static void *work(void *unused) {
    while (!isOver) {
        int file = atomic_fetch_add(&next, 1) % files;
        pthread_mutex_lock(&locks[file]);
        double start = now();
        if (offsets[file] + bytes > SIZE) offsets[file] = 0;
        if (pwrite(descriptors[file], content, bytes, offsets[file]) != bytes) fail("pwrite");
        if (fdatasync(descriptors[file])) fail("fdatasync");
        offsets[file] += bytes;
        pthread_mutex_unlock(&locks[file]);
        int index = atomic_fetch_add(&count, 1);
        if (index < MOST_TIMES) times[index] = now() - start;
    }
    return unused;
}

static int compare(const void *one, const void *other) {
    float a = *(const float *)one, b = *(const float *)other;
    return (a > b) - (a < b);
}

int main(int argc, char **argv) {
    if (argc != 6) return fprintf(stderr, "usage: flushes FOLDER FILES THREADS BYTES SECONDS\n"), 2;
    files = atoi(argv[2]);
    bytes = atoi(argv[4]);
    int threads = atoi(argv[3]);
    descriptors = calloc(files, sizeof *descriptors);
    offsets = calloc(files, sizeof *offsets);
    locks = calloc(files, sizeof *locks);
    times = malloc(MOST_TIMES * sizeof *times);
    content = malloc(SIZE);
    memset(content, 'x', SIZE);
    for (int file = 0; file < files; file++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/flushes-%d", argv[1], file);
        descriptors[file] = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
        if (descriptors[file] < 0 || unlink(path)) fail(path);
        if (write(descriptors[file], content, SIZE) != SIZE) fail("write");
        pthread_mutex_init(&locks[file], 0);
    }
    sync();
    pthread_t *all = calloc(threads, sizeof *all);
    for (int index = 0; index < threads; index++) pthread_create(&all[index], 0, work, 0);
    double start = now();
    sleep(atoi(argv[5]));
    isOver = 1;
    double rate = count / (now() - start) * 1e3;
    for (int index = 0; index < threads; index++) pthread_join(all[index], 0);
    int measured = count < MOST_TIMES ? count : MOST_TIMES;
    qsort(times, measured, sizeof *times, compare);
    printf("%.0f %.1f\n", rate, times[measured * 99 / 100]);
}
