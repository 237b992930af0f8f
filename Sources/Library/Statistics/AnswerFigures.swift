internal import LibraryValues
internal import Notes
internal import Storage

/// The figures that follow from answers, summed over the days of a range.
struct AnswerFigures {
    private let range: ClosedRange<Int>
    let today: Int
    private let isAllTime: Bool
    /// The first day of the heat map.
    let yearStart: Int
    private var daySums: [DaySums] = []
    /// The indices of days among the sums.
    private var dayIndices: [Int: Int] = [:]
    private var learningGrades = SIMD4<Int>()
    private var youngGrades = SIMD4<Int>()
    private var matureGrades = SIMD4<Int>()
    private var hours = (0..<24).map { Statistics.Hour(hour: $0) }
    private var practice: [AnswerPhase: AnswerTally] = [:]
    /// By what cards ask, such as `en>fi`.
    private var retention: [String: Statistics.Retention] = [:]
    private var deleted = 0
    private var cut = 0

    private struct DaySums {
        let day: Int
        var reviews = 0
        var practice = 0
        var milliseconds = 0
        var new = 0
        var learning = 0
        var young = 0
        var mature = 0
        var retentionYoung = Statistics.Retention()
        var retentionMature = Statistics.Retention()
    }

    private struct Direction {
        var recognising = Statistics.Retention()
        var producing = Statistics.Retention()
    }

    init(range: ClosedRange<Int>, today: Int, isAllTime: Bool = false) {
        self.range = range
        self.today = today
        self.isAllTime = isAllTime
        yearStart = today - 53 * 7 + 1
    }

    mutating func add(_ row: TallyRow) {
        addToDay(row)
        guard row.day >= range.lowerBound else { return }
        let tally = row.tally
        if row.isOfDeleted { deleted += tally.answers }
        cut += tally.cut
        if row.phase.isPractice {
            practice[row.phase, default: AnswerTally()] += tally
            return
        }
        hours[row.hour].reviews += tally.answers
        let grades = SIMD4(tally.again, tally.hard, tally.good, tally.easy)
        switch row.phase {
        case .young, .youngAgain: youngGrades &+= grades
        case .mature, .matureAgain: matureGrades &+= grades
        default: learningGrades &+= grades
        }
        guard row.phase.isRetention else { return }
        hours[row.hour].recalled += tally.recalled
        hours[row.hour].of += tally.answers
        guard !row.languages.isEmpty else { return }
        retention[row.languages, default: .init()].recalled += tally.recalled
        retention[row.languages, default: .init()].of += tally.answers
    }

    private mutating func addToDay(_ row: TallyRow) {
        let tally = row.tally
        let index = index(of: row.day)
        var day = daySums[index]
        day.milliseconds += tally.milliseconds
        let retention = Statistics.Retention(recalled: tally.recalled, of: tally.answers)
        if row.phase.isPractice {
            day.practice += tally.answers
        } else {
            day.reviews += tally.answers
        }
        switch row.phase {
        case .new: day.new += tally.answers
        case .learning, .relearning: day.learning += tally.answers
        case .young:
            day.young += tally.answers
            day.retentionYoung = day.retentionYoung + retention
        case .mature:
            day.mature += tally.answers
            day.retentionMature = day.retentionMature + retention
        case .youngAgain: day.young += tally.answers
        case .matureAgain: day.mature += tally.answers
        case .learn, .race, .quiz, .otherPractice: break
        }
        daySums[index] = day
    }

    private mutating func index(of day: Int) -> Int {
        // Tallies come day by day.
        if let last = daySums.last, last.day == day { return daySums.count - 1 }
        if let index = dayIndices[day] { return index }
        dayIndices[day] = daySums.count
        daySums.append(DaySums(day: day))
        return daySums.count - 1
    }

    var firstDay: Int { range.lowerBound }

    /// The days of the range on which something was answered.
    var days: [Statistics.Day] { days(since: range.lowerBound) }

    private func days(since first: Int) -> [Statistics.Day] {
        daySums.filter { $0.day >= first }.sorted { $0.day < $1.day }.map { sums in
            var day = Statistics.Day(day: StatisticsDay(number: sums.day))
            day.reviews = sums.reviews
            day.practice = sums.practice
            day.minutes = Self.minutes(sums.milliseconds)
            day.new = sums.new
            day.learning = sums.learning
            day.young = sums.young
            day.mature = sums.mature
            let retention = sums.retentionYoung + sums.retentionMature
            day.recalled = retention.recalled
            day.of = retention.of
            return day
        }
    }

    func write(into statistics: inout Statistics) {
        statistics.days = days
        statistics.year = days(since: yearStart)
        statistics.answersToDeletedCards = deleted
        statistics.longAnswers = cut
        statistics.retention = days.reduce(Statistics.Retention()) { $0 + $1.retention }
        statistics.retentionByPeriod = periods
        statistics.grades.learning = learningGrades.numbers
        statistics.grades.young = youngGrades.numbers
        statistics.grades.mature = matureGrades.numbers
        statistics.hours = hours.filter { $0.reviews > 0 }
        statistics.practice = practice.sorted { $0.key.rawValue < $1.key.rawValue }.map {
            Statistics.Practice(
                mode: $0.key.practiceMode,
                answers: $0.value.answers,
                right: $0.value.recalled,
                minutes: Self.minutes($0.value.milliseconds)
            )
        }
    }

    /// True retention by period, as far as the range goes.
    private var periods: [Statistics.Period] {
        Statistics.Period.Name.allCases.compactMap { name in
            let days: ClosedRange<Int>
            switch name {
            case .today: days = today...(today + 1)
            case .yesterday: days = (today - 1)...(today - 1)
            case .week: days = (today - 6)...(today + 1)
            case .month: days = (today - 29)...(today + 1)
            case .quarter: days = (today - 89)...(today + 1)
            case .year: days = (today - 364)...(today + 1)
            case .all: days = range.lowerBound...(today + 1)
            }
            guard days.lowerBound >= range.lowerBound, name != .all || isAllTime else { return nil }
            var period = Statistics.Period(period: name)
            for sums in daySums where days.contains(sums.day) {
                period.young = period.young + sums.retentionYoung
                period.mature = period.mature + sums.retentionMature
            }
            return period
        }
    }

    /// Adds what was recognised and produced to the languages.
    func writeDirections(into statistics: inout Statistics) {
        var directions: [Substring: Direction] = [:]
        for (languages, retention) in retention {
            let ends = languages.split(separator: ">")
            guard ends.count == 2 else { continue }
            directions[ends[0], default: Direction()].recognising += retention
            directions[ends[1], default: Direction()].producing += retention
        }
        for index in statistics.languages.indices {
            guard let language = statistics.languages[index].language,
                let direction = directions[language[...]]
            else { continue }
            statistics.languages[index].recognising = direction.recognising
            statistics.languages[index].producing = direction.producing
        }
    }

    /// In hundredths.
    private static func minutes(_ milliseconds: Int) -> Double {
        (Double(milliseconds) / 600).rounded() / 100
    }
}

extension SIMD4<Int> {
    fileprivate var numbers: [Int] { indices.map { self[$0] } }
}

extension Statistics.Retention {
    fileprivate static func += (left: inout Self, right: Self) { left = left + right }
}

extension AnswerPhase {
    fileprivate var practiceMode: Statistics.Practice.Mode {
        switch self {
        case .learn: .learn
        case .race: .race
        case .quiz: .quiz
        default: .other
        }
    }
}
