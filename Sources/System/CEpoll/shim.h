#pragma once
#include <stdint.h>
#include <sys/epoll.h>

// Constants and a union that Swift cannot import.

enum { omena_epoll_readable = EPOLLIN, omena_epoll_writable = EPOLLOUT };

static inline int omena_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

// Waits once for some of the events of a socket.
static inline void omena_epoll_await(int epoll, int socket, unsigned events, uint64_t number) {
    struct epoll_event event;
    event.events = events | EPOLLONESHOT;
    event.data.u64 = number;
    if (epoll_ctl(epoll, EPOLL_CTL_MOD, socket, &event) != 0) epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &event);
}

// The events of the next socket that has any, and its number; those of a socket that has failed are all.
static inline unsigned omena_epoll_next(int epoll, uint64_t *number) {
    struct epoll_event event;
    if (epoll_wait(epoll, &event, 1, -1) != 1) return 0;
    *number = event.data.u64;
    return event.events & (EPOLLERR | EPOLLHUP) ? EPOLLIN | EPOLLOUT : event.events;
}
