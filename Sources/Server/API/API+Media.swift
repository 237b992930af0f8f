import FoundationEssentials
import HTTP
import JSON
import Library
import LibraryValues
import Notes

extension API {
    static let mediaSchemas: [String: APISchema] = [
        "Medium": .object([
            .member("name", .string, "As texts refer to it."),
            .member("reference", .string, "What to write into a text to show it."),
        ]),
        "MediumContent": .object([
            .member("name", .string),
            .member("data", .string, "Its bytes in base64."),
        ]),
    ]

    /// The steps of the address to which media are sent, whose requests are larger than others.
    static let mediaSteps = ["media"]

    static let media: [APIOperation] = [
        APIOperation(
            id: "addMedium",
            method: .post,
            path: "/media",
            summary: "Adds a picture or sound; what no note refers to is removed after 30 days.",
            body: .object([
                .member("name", .string, "The name of its file."),
                .member("data", .string, "Its bytes in base64, at most 20 MB."),
            ]),
            status: .created,
            answer: .named("Medium"),
            perform: { application, call in
                guard let data = Data(base64Encoded: call.body["data"]?.text ?? "") else {
                    throw HTTPError(.unprocessableContent, message: "data is not valid base64.")
                }
                let medium: Medium
                do throws(MediaFlaw) {
                    medium = try Medium(Array(data))
                } catch {
                    throw HTTPError(.unprocessableContent, message: error.description)
                }
                let added = try application.library.add(
                    medium,
                    named: call.body["name"]?.text ?? ""
                )
                return JSONAnswer(
                    MediumAnswer(
                        name: added.reference.name,
                        reference: added.reference.description
                    )
                )
            }
        ),
        APIOperation(
            id: "getMedium",
            method: .get,
            path: "/media/{name}",
            summary: "The bytes of a picture or sound.",
            pathParameters: [
                .init(name: "name", schema: .string, summary: "As texts refer to it.")
            ],
            answer: .named("MediumContent"),
            perform: { application, call in
                let name = call.path["name"]?.text ?? ""
                guard let bytes = try application.library.medium(named: name) else {
                    throw HTTPError(.notFound, message: "There is no such picture or sound.")
                }
                return JSONAnswer(
                    MediumContentAnswer(name: name, data: Data(bytes).base64EncodedString())
                )
            }
        ),
    ]
}

private struct MediumAnswer: Encodable {
    let name: String
    let reference: String
}

private struct MediumContentAnswer: Encodable {
    let name: String
    let data: String
}
