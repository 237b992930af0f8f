#pragma once
#include <errno.h>
#include <microhttpd.h>
#include <stdio.h>
#include <string.h>

// libmicrohttpd takes its options through variadic functions, which Swift cannot call.

// What went wrong while a daemon started, for the message that the operator reads.
struct omena_mhd_diagnosis {
    int is_over;
    char text[256];
};

struct omena_mhd_settings {
    unsigned int threads;
    unsigned int connections;
    unsigned int idle_seconds;
    size_t connection_memory;
    // PEM texts; both or neither.
    const char *certificate;
    const char *key;
    // The same for all callbacks.
    void *context;
    void *(*uri)(void *context, const char *uri, struct MHD_Connection *connection);
    MHD_AccessHandlerCallback access;
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback connection;
};

static void omena_mhd_log(void *context, const char *format, va_list arguments) {
    struct omena_mhd_diagnosis *diagnosis = (struct omena_mhd_diagnosis *)context;
    // The daemon goes on logging (each failed handshake, say) when nobody listens any more.
    if (!__atomic_load_n(&diagnosis->is_over, __ATOMIC_ACQUIRE) && !diagnosis->text[0])
        vsnprintf(diagnosis->text, sizeof diagnosis->text, format, arguments);
}

// `diagnosis` must live as long as the daemon.
static inline struct MHD_Daemon *omena_mhd_start(const struct omena_mhd_settings *settings,
                                                 struct omena_mhd_diagnosis *diagnosis) {
    unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_NO_LISTEN_SOCKET |
                         MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG;
    struct MHD_OptionItem secure[4];
    memset(secure, 0, sizeof secure);
    if (settings->certificate) {
        flags |= MHD_USE_TLS;
        secure[0].option = MHD_OPTION_HTTPS_MEM_CERT;
        secure[0].ptr_value = (void *)settings->certificate;
        secure[1].option = MHD_OPTION_HTTPS_MEM_KEY;
        secure[1].ptr_value = (void *)settings->key;
        secure[2].option = MHD_OPTION_HTTPS_PRIORITIES;
        // Only authenticated encryption, ephemeral keys and signatures of SHA-2; browsers have had all since TLS 1.2.
        secure[2].ptr_value = (void *)"NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:%SERVER_PRECEDENCE:"
                                      "-CIPHER-ALL:+AES-256-GCM:+CHACHA20-POLY1305:+AES-128-GCM:"
                                      "-KX-ALL:+ECDHE-ECDSA:+ECDHE-RSA:-MAC-ALL:+AEAD:"
                                      "-SIGN-ECDSA-SHA1:-SIGN-RSA-SHA1";
    }
    secure[3].option = MHD_OPTION_END;
    struct MHD_Daemon *daemon = MHD_start_daemon(
        flags, 0, NULL, NULL, settings->access, settings->context,
        MHD_OPTION_EXTERNAL_LOGGER, &omena_mhd_log, diagnosis,
        MHD_OPTION_THREAD_POOL_SIZE, settings->threads,
        MHD_OPTION_CONNECTION_LIMIT, settings->connections,
        MHD_OPTION_CONNECTION_TIMEOUT, settings->idle_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->connection_memory,
        // Where it is strict, it disconnects without an answer; where it is lenient, HeadRules can say what is wrong.
        MHD_OPTION_STRICT_FOR_CLIENT, 0,
        MHD_OPTION_URI_LOG_CALLBACK, settings->uri, settings->context,
        MHD_OPTION_NOTIFY_COMPLETED, settings->completed, settings->context,
        MHD_OPTION_NOTIFY_CONNECTION, settings->connection, settings->context,
        MHD_OPTION_ARRAY, settings->certificate ? secure : secure + 3,
        MHD_OPTION_END);
    __atomic_store_n(&diagnosis->is_over, 1, __ATOMIC_RELEASE);
    return daemon;
}

// Swift sees neither accept4, which is a GNU function, nor the same struct sockaddr as this header.
extern int accept4(int socket, struct sockaddr *address, socklen_t *size, int flags);

struct omena_mhd_client {
    MHD_socket socket;
    socklen_t size;
    // A struct sockaddr_storage, which Swift would see in two modules.
    uint64_t address[16];
};
_Static_assert(sizeof ((struct omena_mhd_client *)0)->address == sizeof(struct sockaddr_storage), "a whole address");

// Accepts a client; returns 0 or an error number.
// `flags` is for accept4: if this header named its constants, the Swift compiler would not find them in Glibc.
static inline int omena_mhd_accept(struct omena_mhd_client *client, MHD_socket listener, int flags) {
    client->size = sizeof client->address;
    client->socket = accept4(listener, (struct sockaddr *)client->address, &client->size, flags);
    return client->socket < 0 ? errno : 0;
}

// Hands an accepted client to the daemon, which closes its socket if that fails; returns whether it succeeded.
static inline int omena_mhd_add(struct MHD_Daemon *daemon, const struct omena_mhd_client *client) {
    return MHD_add_connection(daemon, client->socket, (const struct sockaddr *)client->address,
                              client->size) == MHD_YES;
}

// Ends an address before the first item of its query, in the buffer of libmicrohttpd, from its log callback. It would
// otherwise store each item in the connection's memory, and waits for ever when that is used up.
static inline void omena_mhd_drop_query(const char *uri) {
    char *mark = strchr(uri, '?');
    if (mark && mark[1]) mark[1] = 0;
}

// The bytes of a request's head, from the method to the empty line; 0 before all have arrived.
static inline size_t omena_mhd_head_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}

static inline void *omena_mhd_socket_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

static inline MHD_socket omena_mhd_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : MHD_INVALID_SOCKET;
}

// A struct sockaddr, which Swift would see in two modules.
static inline const void *omena_mhd_client_address(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

// Macros with casts, which Swift cannot import.
static const ssize_t omena_mhd_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;
static const ssize_t omena_mhd_end_with_error = MHD_CONTENT_READER_END_WITH_ERROR;
static const uint64_t omena_mhd_size_unknown = MHD_SIZE_UNKNOWN;
