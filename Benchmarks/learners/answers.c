// answers PORT SECONDS LIBRARY NOTE
// Sends answers of learners who answer all the time, and prints how many were stored a second, and the median, the 99th
// percentile and the longest time in milliseconds. Standard input has a line for each learner: the path, a space, and the
// value of the header `Authorization`. One thread does it all, so that little of the processor is taken from the server.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 1000 };

static struct learner {
    int connection;
    double asked;
    char path[64], authorization[160];
} learners[MOST];

static int port, run;
static const char *library, *note;
static long moment, sent;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static void fail(const char *what) {
    fprintf(stderr, "%s\n", what);
    exit(1);
}

static void ask(struct learner *learner) {
    char body[512], request[1024];
    int length = snprintf(body, sizeof body,
        "{\"library\":\"%s\",\"epoch\":1,\"events\":[{\"id\":\"36%04d%012ld\",\"kind\":\"practice\",\"note\":\"%s\","
        "\"face\":\"1\",\"grade\":\"good\",\"moment\":%ld,\"offset\":0,\"duration\":900,\"mode\":\"learn\"}]}",
        library, run, ++sent, note, moment);
    int size = snprintf(request, sizeof request,
        "POST %s HTTP/1.1\r\nHost: localhost:%d\r\nAuthorization: %s\r\nContent-Type: application/json\r\n"
        "Content-Length: %d\r\n\r\n%s",
        learner->path, port, learner->authorization, length, body);
    learner->asked = now();
    if (write(learner->connection, request, size) != size) fail("a request could not be sent");
}

static int earlier(const void *left, const void *right) {
    float difference = *(const float *)left - *(const float *)right;
    return (difference > 0) - (difference < 0);
}

int main(int count, char **words) {
    if (count != 5) fail("usage: answers PORT SECONDS LIBRARY NOTE");
    port = atoi(words[1]);
    double seconds = atof(words[2]);
    library = words[3];
    note = words[4];
    moment = time(NULL) * 1000L;
    run = 1 + (long)(now() * 1000) % 8999;

    int events = epoll_create1(0), known = 0;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    while (known < MOST && scanf("%63s %159[^\n]", learners[known].path, learners[known].authorization) == 2) {
        int connection = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
        if (connect(connection, (struct sockaddr *)&address, sizeof address)) fail("the server cannot be reached");
        setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &learners[known]};
        epoll_ctl(events, EPOLL_CTL_ADD, connection, &event);
        learners[known++].connection = connection;
    }

    size_t space = 1 << 20, stored = 0;
    float *times = malloc(space * sizeof *times);
    double start = now();
    for (int learner = 0; learner < known; learner++) ask(&learners[learner]);
    while (now() - start < seconds * 1e3) {
        struct epoll_event ready[64];
        for (int left = epoll_wait(events, ready, 64, 100); left > 0; left--) {
            struct learner *learner = ready[left - 1].data.ptr;
            char answer[4096];
            ssize_t size = read(learner->connection, answer, sizeof answer - 1);
            if (size <= 0) fail("the server closed a connection");
            answer[size] = 0;
            if (!strstr(answer, "\"outcome\":\"stored\"")) fail(answer);
            if (stored == space) times = realloc(times, (space *= 2) * sizeof *times);
            times[stored++] = now() - learner->asked;
            ask(learner);
        }
    }
    qsort(times, stored, sizeof *times, earlier);
    printf("%.0f %.1f %.1f %.1f\n", stored / seconds, times[stored / 2], times[stored * 99 / 100], times[stored - 1]);
}
