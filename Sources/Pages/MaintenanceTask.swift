/// What the other commands ask of a running server for the whole of its library, over the socket alone.
package enum MaintenanceTask: String, CaseIterable, Sendable {
    case backup, restore, check, `import`, export
}
