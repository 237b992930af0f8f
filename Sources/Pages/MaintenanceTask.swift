/// Work on the whole library that other commands request from a running server, only over its Unix socket.
package enum MaintenanceTask: String, CaseIterable, Sendable {
    case backup, restore, check, `import`, export, sync
}
