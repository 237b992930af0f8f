#pragma once
#define _GNU_SOURCE
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <malloc.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// Functions that are variadic or need _GNU_SOURCE, and macros that Swift cannot import.

static inline int omena_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

static inline int omena_filter_system_calls(const struct sock_fprog *program) {
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, program);
}

static inline int omena_landlock_version(void) {
    return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

static inline int omena_landlock_create(const struct landlock_ruleset_attr *rules) {
    return (int)syscall(SYS_landlock_create_ruleset, rules, sizeof(rules->handled_access_fs), 0);
}

static inline int omena_landlock_add(int ruleset, const struct landlock_path_beneath_attr *rule) {
    return (int)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, rule, 0);
}

static inline int omena_landlock_enter(int ruleset) {
    return (int)syscall(SYS_landlock_restrict_self, ruleset, 0);
}

static inline int omena_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

static inline int omena_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

static inline int omena_limit(int resource, unsigned long long most) {
    struct rlimit limit = {most, most};
    return setrlimit(resource, &limit);
}

static inline void omena_give_memory_back(void) { malloc_trim(0); }

// The most descriptors that this process may have from now on.
static inline unsigned long long omena_allow_descriptors(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_cur;
}

enum {
    omena_rlimit_data = RLIMIT_DATA,
    omena_rlimit_cpu = RLIMIT_CPU,
    omena_rlimit_core = RLIMIT_CORE,
    omena_rlimit_fsize = RLIMIT_FSIZE,
    omena_rlimit_nofile = RLIMIT_NOFILE,

    omena_clone_thread = CLONE_THREAD,
    omena_clone = SYS_clone,
    omena_clone3 = SYS_clone3,
    omena_call_number = offsetof(struct seccomp_data, nr),
    omena_call_architecture = offsetof(struct seccomp_data, arch),
    // The lower half of the first argument, on machines that store it first.
    omena_call_argument = offsetof(struct seccomp_data, args),

    omena_load = BPF_LD | BPF_W | BPF_ABS,
    omena_jump_if_equal = BPF_JMP | BPF_JEQ | BPF_K,
    omena_jump_if_at_least = BPF_JMP | BPF_JGE | BPF_K,
    omena_jump_if_set = BPF_JMP | BPF_JSET | BPF_K,
    omena_return = BPF_RET | BPF_K,

    omena_path_open = O_PATH | O_CLOEXEC,
    omena_temporary_open = O_TMPFILE | O_WRONLY | O_CLOEXEC,
};

// The number from which on calls are those with 32-bit pointers, where a machine has them.
#if defined(__x86_64__)
#define OMENA_ARCHITECTURE AUDIT_ARCH_X86_64
static const unsigned omena_second_interface = 0x40000000;
#elif defined(__aarch64__)
#define OMENA_ARCHITECTURE AUDIT_ARCH_AARCH64
static const unsigned omena_second_interface = 0xFFFFFFFF;
#else
#define OMENA_ARCHITECTURE 0
static const unsigned omena_second_interface = 0xFFFFFFFF;
#endif

static const unsigned omena_architecture = OMENA_ARCHITECTURE;
static inline int omena_knows_architecture(void) { return OMENA_ARCHITECTURE != 0; }
static const unsigned omena_allow = SECCOMP_RET_ALLOW;
static const unsigned omena_refuse = SECCOMP_RET_ERRNO | EPERM;
static const unsigned omena_unknown = SECCOMP_RET_ERRNO | ENOSYS;
static const unsigned omena_kill = SECCOMP_RET_KILL_PROCESS;

// What reading a file never does: other programs, networks, other processes, and the less usual doors of the kernel.
static const int omena_refused_calls[] = {
    SYS_execve, SYS_execveat,
#ifdef SYS_fork
    SYS_fork, SYS_vfork,
#endif
    SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4,
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kill, SYS_tkill, SYS_pidfd_open,
    SYS_pidfd_getfd, SYS_pidfd_send_signal, SYS_setns, SYS_unshare, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot,
    SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register,
    SYS_keyctl, SYS_add_key, SYS_request_key, SYS_open_by_handle_at, SYS_init_module, SYS_finit_module, SYS_kexec_load,
    SYS_memfd_create, SYS_shmget, SYS_shmat, SYS_msgget, SYS_semget, SYS_mq_open,
    SYS_setuid, SYS_setgid, SYS_setreuid, SYS_setregid, SYS_setresuid, SYS_setresgid,
};
enum { omena_refused_call_count = sizeof omena_refused_calls / sizeof *omena_refused_calls };
static inline unsigned omena_refused_call(int index) { return (unsigned)omena_refused_calls[index]; }

// A new start after a crash, with the same sockets. Everything is prepared, because a signal handler may do little.

enum {
    // Two moments in seconds with ten digits each, and a comma between them.
    omena_moment_length = 10,
    omena_crashes_length = 21,
    // A third crash within so many seconds is the last.
    omena_crash_window = 60,
};

struct omena_restart {
    char **arguments;
    // When the last two crashes were; one of the arguments.
    char *crashes;
    const int *sockets;
    int socket_count;
    atomic_flag has_begun;
    // The thread that crashed.
    atomic_int thread;
};

// Swift imports no variables of a file.
static inline struct omena_restart *omena_restart_prepared(void) {
    static struct omena_restart prepared;
    return &prepared;
}

static inline long long omena_moment(const char *digits) {
    long long moment = 0;
    for (int index = 0; index < omena_moment_length; index++) moment = moment * 10 + (digits[index] - '0');
    return moment;
}

static inline void omena_say(const char *text) {
    ssize_t done = write(STDERR_FILENO, text, strlen(text));
    (void)done;
}

// Says where the program is; crashes again where even that cannot be found out, such as after a jump to nowhere.
static inline void omena_say_where(int signal) {
    omena_say("omena: the program crashed (");
    omena_say(sigabbrev_np(signal));
    omena_say("); where:\n");
    void *frames[64];
    backtrace_symbols_fd(frames, backtrace(frames, 64), STDERR_FILENO);
}

static inline void omena_restart_after(int signal) {
    struct omena_restart *prepared = omena_restart_prepared();
    if (!atomic_flag_test_and_set(&prepared->has_begun)) {
        atomic_store(&prepared->thread, gettid());
        omena_say_where(signal);
    } else if (atomic_load(&prepared->thread) != gettid()) {
        // Another thread crashes too.
        for (;;) pause();
    }
    struct timespec now;
    clock_gettime(CLOCK_BOOTTIME, &now);
    long long earlier = omena_moment(prepared->crashes);
    if (earlier > 0 && now.tv_sec - earlier < omena_crash_window) {
        omena_say("omena: it crashed three times within a minute and ends; please report what is written above, "
                  "and look at the library with 'omena check'\n");
        _exit(128 + signal);
    }
    char *latest = prepared->crashes + omena_moment_length + 1;
    memcpy(prepared->crashes, latest, omena_moment_length);
    long long rest = now.tv_sec;
    for (int index = omena_moment_length; index-- > 0; rest /= 10) latest[index] = (char)('0' + rest % 10);
    for (int index = 0; index < prepared->socket_count; index++) fcntl(prepared->sockets[index], F_SETFD, 0);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execv("/proc/self/exe", prepared->arguments);
    _exit(128 + signal);
}

static inline void omena_restart_when_crashing(char **arguments, char *crashes, const int *sockets, int count) {
    struct omena_restart *prepared = omena_restart_prepared();
    prepared->arguments = arguments;
    prepared->crashes = crashes;
    prepared->sockets = sockets;
    prepared->socket_count = count;
    // Loads what it needs, which a handler may not.
    void *frame[1];
    backtrace(frame, 1);
    // Other threads have stacks for handlers already.
    static char stack[64 << 10];
    const stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&alternate, NULL);
    // The thread's own stack may be full.
    struct sigaction action = {.sa_handler = omena_restart_after, .sa_flags = SA_ONSTACK | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    const int signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS};
    for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) sigaction(signals[index], &action, NULL);
}
