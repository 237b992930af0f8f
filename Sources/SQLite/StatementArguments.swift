/// The values of a statement's parameters, by name: `["id": id, "name": name]` for `:id` and `:name`.
@usableFromInline
package struct StatementArguments: ExpressibleByDictionaryLiteral {
    package let pairs: [(StaticString, (any Bindable)?)]

    @usableFromInline
    package init(dictionaryLiteral pairs: (StaticString, (any Bindable)?)...) {
        self.pairs = pairs
    }
}
