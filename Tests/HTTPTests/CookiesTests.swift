import Testing

@testable import HTTP

struct CookiesTests {
    @Test(
        arguments: [
            ([], nil),
            (["session=abc"], "abc"),
            (["a=1; session=abc; b=2"], "abc"),
            (["a=1", "session=abc"], "abc"),
            (["session=\"abc\""], "abc"),
            (["session=a=b=="], "a=b=="),
            (["session="], ""),
            (["session"], nil),
            (["Session=abc"], nil),
            (["session=first; session=second"], "first"),
            ([";;; =x; session=abc;"], "abc"),
        ] as [([String], String?)]
    )
    func readsTheCookiesThatBrowsersSend(lines: [String], value: String?) {
        #expect(Cookies(lines).all("session").first == value)
    }

    @Test func writesTheStrictestAttributes() {
        let cookie = SetCookie("session", "abc", maxAge: .seconds(86400), isSecure: true)

        #expect(
            cookie.line == "session=abc; Path=/; Max-Age=86400; Secure; HttpOnly; SameSite=Strict"
        )
    }

    @Test func writesTheGivenAttributes() {
        let cookie = SetCookie("a", "", path: "/x", maxAge: .zero, isSecure: false)

        #expect(cookie.line == "a=; Path=/x; Max-Age=0; HttpOnly; SameSite=Strict")
    }

    @Test func addsEachCookieAsAHeaderOfItsOwn() {
        let response = Response.noContent
            .with(SetCookie("a", "1", isSecure: false))
            .with(SetCookie("b", "2", isSecure: false))

        #expect(response.headers.all("Set-Cookie").count == 2)
    }
}
