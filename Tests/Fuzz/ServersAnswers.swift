import Languages
import Notes

@testable import Lookup

/// Reads what a language model answers, whose first byte says in how large pieces it arrives: it means the same as in one piece.
func readModelAnswer(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let body = Array(bytes.dropFirst())
    let size = 1 + Int(first)
    let pieces = stride(from: 0, to: body.count, by: size).map {
        Array(body[$0..<min($0 + size, body.count)])
    }

    let whole = answer(in: [body])
    precondition(answer(in: pieces) == whole)
    let languages = ["en", "fi"].compactMap { LanguageTag($0) }
    for request in [LanguageModel.Request.definition(in: .english), .translations(languages)] {
        let format = AnswerFormat(request: request, source: "model")
        _ = format.partialDraft(whole.text)
        guard let draft = try? format.draft(whole.text) else { continue }
        precondition(!draft.sentences.isEmpty || !draft.translations.isEmpty)
    }
    _ = ModelList.names(in: body)
    _ = ChatReader.complaint(in: body)
}

private func answer(in pieces: [[UInt8]]) -> ChatAnswer {
    let reader = ChatReader()
    for piece in pieces { reader.read(piece) }
    reader.finish()
    return reader.answer
}

/// Reads what Wikipedia answers: every article leads to the web.
func readArticles(_ bytes: [UInt8]) {
    guard let answer = try? WikipediaAnswer(reading: bytes),
        let place = Place(latitude: 60.2, longitude: 24.9)
    else { return }
    let articles = answer.articles(near: place, in: .english, host: "https://en.wikipedia.org")
    precondition(articles.count <= Wikipedia.mostArticles)
    for article in articles {
        precondition(article.url.hasPrefix("https://") || article.url.hasPrefix("http://"))
    }
}
