internal import Languages
internal import LibraryValues
internal import Notes
internal import Recall

extension MessageEncoder {
    mutating func write(_ item: ImportItem) {
        switch item {
        case .note(let note):
            write(0)
            write(note)
        case .type(let type):
            write(1)
            write(type)
        case .leftOut(let line):
            write(2)
            write(line.description)
        }
    }

    mutating func write(_ type: ImportNoteType) {
        write(type.key.rawValue)
        write(json: type.type)
    }

    private mutating func write(_ note: ImportNote) {
        switch note.identity {
        case .none: write(0)
        case .key(let key):
            write(1)
            write(key)
        case .guid(let guid):
            write(2)
            write(guid.rawValue)
        case .text(let field, let isInDeck):
            write(isInDeck ? 4 : 3)
            write(field)
        }
        write(optional: note.id) { $0.write($1.rawValue) }
        write(note.type.rawValue)
        write(optional: note.deck) { $0.write($1.text) }
        write(note.values)
        write(optional: note.base) { $0.write($1) }
        write(note.hasAllFields)
        write(all: note.tags) { $0.write($1.text) }
        write(note.hasAllTags)
        write(optional: note.wordType) { $0.write($1.rawValue) }
        write(optional: note.place) {
            $0.write($1.latitude)
            $0.write($1.longitude)
        }
        write(optional: note.made) { $0.write($1.milliseconds) }
        write(optional: note.changed) { $0.write($1.milliseconds) }
        write(note.isSuspended)
        write(all: note.cards) { $0.write($1) }
        write(optional: note.flawUnlessAsked) { $0.write($1.description) }
    }

    private mutating func write(_ values: [FieldID: FieldValue]) {
        write(all: values) { encoder, entry in
            encoder.write(entry.key)
            encoder.write(entry.value.text)
            encoder.write(optional: entry.value.pronunciation) { $0.write($1) }
            encoder.write(entry.value.origin == .generated)
            encoder.write(optional: entry.value.state) { $0.write($1) }
            encoder.write(optional: entry.value.extras) { $0.write($1) }
        }
    }

    mutating func write(_ field: FieldID) {
        switch field {
        case .number(let number): write(number)
        case .language(let tag):
            write(0)
            write(tag.text)
        }
    }

    private mutating func write(_ card: ImportCard) {
        write(card.face.description)
        write(optional: card.deck) { $0.write($1.text) }
        write(optional: card.position) { $0.write($1) }
        write(card.isSuspended)
        write(card.burial?.rawValue ?? 0)
        write(optional: card.buriedUntil) { $0.write($1.milliseconds) }
        write(card.leechLapses)
        write(card.flag)
        write(card.state)
        write(card.hasMemory)
        write(all: card.log) { $0.write($1) }
        write(optional: card.extras) { $0.write($1) }
    }

    private mutating func write(_ state: CardState) {
        switch state.stage {
        case .new: write(0)
        case .review: write(1)
        case .learning(let step):
            write(2)
            write(step)
        case .relearning(let step):
            write(3)
            write(step)
        }
        write(optional: state.memory) {
            $0.write($1.stability)
            $0.write($1.difficulty)
        }
        write(optional: state.due) { $0.write($1) }
        write(state.interval)
        write(state.reviews)
        write(state.lapses)
        write(optional: state.lastReview) { $0.write($1) }
        write(optional: state.lastDay) { $0.write($1) }
    }

    private mutating func write(_ event: ImportEvent) {
        write(optional: event.id) { $0.write($1.rawValue) }
        write(optional: event.mode) { $0.write($1.rawValue) }
        write(event.moment.milliseconds)
        write(event.offset)
        write(event.duration)
        write(optional: event.extras) { $0.write($1) }
        switch event.kind {
        case .review(let grade, let due, let reviews):
            write(0)
            write(grade.rawValue)
            write(optional: due) { $0.write($1.milliseconds) }
            write(optional: reviews) { $0.write($1) }
        case .practice(let grade):
            write(1)
            write(grade.rawValue)
        case .setState(.imported(let state)):
            write(2)
            write(state)
        case .setState(.reset): write(3)
        case .setState(.redated(let moment)):
            write(4)
            write(moment.milliseconds)
        case .retraction(let id):
            write(5)
            write(id.rawValue)
        }
    }
}

extension MessageDecoder {
    mutating func item() throws(Malformed) -> ImportItem {
        switch try number() {
        case 0: .note(try note())
        case 1: .type(try type())
        case 2: .leftOut(Phrase(verbatim: try text()))
        default: throw Malformed()
        }
    }

    mutating func type() throws(Malformed) -> ImportNoteType {
        let key = NoteTypeID(rawValue: try number())
        return ImportNoteType(try json(NoteType.self), key: key)
    }

    private mutating func note() throws(Malformed) -> ImportNote {
        let identity: ImportNote.Identity =
            switch try number() {
            case 0: .none
            case 1: .key(try text())
            case 2: .guid(NoteGUID(rawValue: try text()))
            case 3: .text(of: try field())
            case 4: .text(of: try field(), inDeck: true)
            default: throw Malformed()
            }
        let id = try optional { decoder throws(Malformed) in
            NoteID(rawValue: try decoder.number())
        }
        let type = NoteTypeID(rawValue: try number())
        let deck = try optional { decoder throws(Malformed) in try decoder.deck() }
        var note = ImportNote(identity, type: type, values: try values())
        note.id = id
        note.deck = deck
        note.base = try optional { decoder throws(Malformed) in try decoder.values() }
        note.hasAllFields = try flag()
        note.tags = try all { decoder throws(Malformed) in try decoder.tag() }
        note.hasAllTags = try flag()
        note.wordType = try optional { decoder throws(Malformed) in try decoder.wordType() }
        note.place = try optional { decoder throws(Malformed) in try decoder.place() }
        note.made = try optional { decoder throws(Malformed) in try decoder.moment() }
        note.changed = try optional { decoder throws(Malformed) in try decoder.moment() }
        note.isSuspended = try flag()
        note.cards = try all { decoder throws(Malformed) in try decoder.card() }
        note.flawUnlessAsked = try optionalText().map { Phrase(verbatim: $0) }
        return note
    }

    private mutating func values() throws(Malformed) -> [FieldID: FieldValue] {
        let count = try count()
        var values = [FieldID: FieldValue](minimumCapacity: min(count, 64))
        for _ in 0..<count {
            let field = try field()
            values[field] = FieldValue(
                try text(),
                pronunciation: try optionalText(),
                origin: try flag() ? .generated : .typed,
                state: try optionalText(),
                extras: try optionalText()
            )
        }
        return values
    }

    mutating func field() throws(Malformed) -> FieldID {
        let number = try int()
        guard number != 0 else { return .language(try language()) }
        guard FieldID.range.contains(number) else { throw Malformed() }
        return .number(number)
    }

    private mutating func card() throws(Malformed) -> ImportCard {
        let face = try face()
        let deck = try optional { decoder throws(Malformed) in try decoder.deck() }
        let position = try optional { decoder throws(Malformed) in try decoder.int() }
        let isSuspended = try flag()
        let burial = Card.Burial(rawValue: UInt8(clamping: try number()))
        let buriedUntil = try optional { decoder throws(Malformed) in try decoder.moment() }
        let leechLapses = try int()
        let flag = UInt8(clamping: try number())
        var card = ImportCard(
            face: face,
            deck: deck,
            state: try state(),
            hasMemory: try self.flag()
        )
        card.position = position
        card.isSuspended = isSuspended
        card.burial = burial
        card.buriedUntil = buriedUntil
        card.leechLapses = leechLapses
        card.flag = flag
        card.log = try all { decoder throws(Malformed) in try decoder.event() }
        card.extras = try optionalText()
        return card
    }

    private mutating func state() throws(Malformed) -> CardState {
        let stage: CardState.Stage =
            switch try number() {
            case 0: .new
            case 1: .review
            case 2: .learning(step: try int())
            case 3: .relearning(step: try int())
            default: throw Malformed()
            }
        return CardState(
            stage: stage,
            memory: try optional { decoder throws(Malformed) in
                Memory(stability: try decoder.real(), difficulty: try decoder.real())
            },
            due: try optional { decoder throws(Malformed) in try decoder.number() },
            interval: try int(),
            reviews: try int(),
            lapses: try int(),
            lastReview: try optional { decoder throws(Malformed) in try decoder.number() },
            lastDay: try optional { decoder throws(Malformed) in try decoder.int() }
        )
    }

    private mutating func event() throws(Malformed) -> ImportEvent {
        let id = try optional { decoder throws(Malformed) in
            EventID(rawValue: try decoder.number())
        }
        let mode = try optional { decoder throws(Malformed) in try decoder.mode() }
        let moment = try moment()
        let offset = try int()
        let duration = try int()
        let extras = try optionalText()
        let kind: Event.Kind =
            switch try number() {
            case 0:
                .review(
                    try grade(),
                    due: try optional { decoder throws(Malformed) in try decoder.moment() },
                    reviews: try optional { decoder throws(Malformed) in try decoder.int() }
                )
            case 1: .practice(try grade())
            case 2: .setState(.imported(try state()))
            case 3: .setState(.reset)
            case 4: .setState(.redated(try self.moment()))
            case 5: .retraction(of: EventID(rawValue: try number()))
            default: throw Malformed()
            }
        var event = ImportEvent(
            moment: moment,
            offset: offset,
            kind: kind,
            duration: duration,
            extras: extras
        )
        event.id = id
        event.mode = mode
        return event
    }

    private mutating func optionalText() throws(Malformed) -> String? {
        try optional { decoder throws(Malformed) in try decoder.text() }
    }

    private mutating func moment() throws(Malformed) -> Moment {
        Moment(milliseconds: try number())
    }

    private mutating func place() throws(Malformed) -> Place {
        let latitude = try real()
        guard let place = Place(latitude: latitude, longitude: try real()) else {
            throw Malformed()
        }
        return place
    }

    private mutating func wordType() throws(Malformed) -> WordType {
        guard let type = WordType(rawValue: try text()) else { throw Malformed() }
        return type
    }

    private mutating func grade() throws(Malformed) -> Grade {
        guard let grade = Grade(rawValue: UInt8(clamping: try number())) else {
            throw Malformed()
        }
        return grade
    }

    private mutating func mode() throws(Malformed) -> Mode {
        guard let mode = Mode(rawValue: UInt8(clamping: try number())) else { throw Malformed() }
        return mode
    }
}
