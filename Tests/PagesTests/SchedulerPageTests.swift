import LibraryValues
import Testing

@testable import Pages

struct SchedulerPageTests {
    @Test(
        arguments: [
            (false, "You have 30 reviews. So far the scheduler uses defaults"),
            (true, "There are 30 reviews. The scheduler uses parameters that were imported"),
        ]
    )
    func saysWhatIsInUseBeforeTheFirstFit(hasOwnParameters: Bool, says: String) {
        let overview = SchedulerOverview(
            deck: nil,
            hasOwnParameters: hasOwnParameters,
            inherited: nil,
            others: [],
            reviews: 30,
            report: nil,
            change: nil,
            desiredRetention: 0.9
        )

        let page = SchedulerPage(overview: overview, progress: nil)

        #expect(String(decoding: page.render(), as: UTF8.self).contains("<p>\(says)"))
    }
}
