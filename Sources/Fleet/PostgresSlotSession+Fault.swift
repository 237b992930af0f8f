#if OMENA_TESTING
    internal import Glibc
    internal import Postgres

    /// A rule that is broken to see that tests notice, in builds for tests only.
    extension PostgresSlotSession {
        /// Whether a slot that another has written is overwritten.
        static let isUnfenced =
            getenv("OMENA_FLEET_FAULT")
            .map { String(cString: $0) } == "unfenced"

        func overwrite(_ slot: Slot, of learner: LearnerID) -> SlotWrite.Answer {
            let values: [PostgresValue] = [
                .integer(learner.rawValue), .integer(slot.number), .integer(slot.term),
                .text(slot.kind.rawValue), .bytes(slot.body),
            ]
            let sql =
                "UPDATE slot SET term = $3, kind = $4, body = $5 WHERE learner = $1 AND number = $2"
            return (try? connection.run(sql, values, by: deadline)) == nil ? .silence : .done
        }
    }
#endif
