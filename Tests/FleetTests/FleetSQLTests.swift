import Fleet
import Testing

struct FleetSQLTests {
    @Test(arguments: FleetSQL.all)
    func namesItsLearnerAndTouchesOneRow(_ statement: FleetSQL.Statement) {
        let sql = statement.sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(!sql.contains(";"), "A statement is a transaction by itself")
        for word in ["WITH ", "nextval", "pg_advisory", "TRIGGER", " JOIN ", "SERIAL", "BEGIN"] {
            #expect(!sql.contains(word), "\(word)")
        }
        guard !statement.isOfNodes else {
            for table in ["slot", "holder", "snapshot", "piece"] {
                #expect(!sql.contains(" \(table) "), "The rows of nodes are apart")
            }
            return
        }
        if sql.hasPrefix("INSERT") {
            #expect(sql.contains("(learner, "))
            #expect(sql.contains("VALUES ($1, ") || sql.contains("SELECT $1, "))
            if sql.contains("EXISTS") { #expect(sql.contains("WHERE learner = $1")) }
        } else {
            #expect(sql.contains("WHERE learner = $1"))
        }
        guard !statement.mayTouchMany, !sql.hasPrefix("INSERT") else { return }
        let keys = [
            "holder": "learner = $1", "slot": "number", "snapshot": "number", "piece": "part",
        ]
        let (table, key) = keys.first { sql.contains(" \($0.key) ") } ?? ("", "")
        #expect(!table.isEmpty)
        #expect(sql.contains("AND \(key) = $") || sql.hasSuffix("LIMIT 1") || table == "holder")
    }

    @Test func allTablesHaveTheLearnerInTheirKey() {
        for table in FleetSQL.schema {
            let hasLearner =
                table.contains("PRIMARY KEY (learner, ")
                || table.contains("learner BIGINT PRIMARY KEY")
            let isOfNodes = table.contains("EXISTS node ") || table.contains("EXISTS fleet ")
            #expect(hasLearner != isOfNodes, "\(table)")
            for word in ["SERIAL", "REFERENCES", "TRIGGER", "IDENTITY"] {
                #expect(!table.contains(word))
            }
        }
    }

    /// So that the rules above hold for all of them.
    @Test func statementsStandInOneFile() throws {
        #expect(FleetSQL.all.count == Set(FleetSQL.all.map(\.sql)).count)
    }
}
