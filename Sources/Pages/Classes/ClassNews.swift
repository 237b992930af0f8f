import Languages

/// An edition that a learner's deck does not have yet.
package struct ClassNews: Hashable, Sendable {
    package let id: String
    package let name: String
    package let number: Int

    package init(id: String, name: String, number: Int) {
        self.id = id
        self.name = name
        self.number = number
    }
}

/// Lines on the home page, each of which offers a new edition.
struct ClassNewsLines: HTML {
    func write(to page: inout HTMLWriter) {
        for news in PageFrame.current.news {
            form(
                .class("note class-news"),
                .method("post"),
                .action(classes: .one(news.id))
            ) {
                span(.dirAuto) { "“\(news.name)” has a new edition." }
                TakeButton(number: news.number)
            }.write(to: &page)
        }
    }
}

/// Gets an edition into the learner's deck.
struct TakeButton: HTML {
    let number: Int

    func write(to page: inout HTMLWriter) {
        submitButton("take", class: "btn btn-small") { "Get edition \(String(number))" }
            .write(to: &page)
    }
}
