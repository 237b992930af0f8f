import Fleet
import Testing

struct SlotWriteTests {
    @Test(arguments: [
        ([SlotWrite.Answer.done], SlotWrite.Ending.done),
        ([.refused], .refused),
        ([.taken, .another], .lost),
        ([.gap], .lost),
        ([.silence, .done], .done),
        ([.silence, .taken, .own, .done], .done),
        ([.silence, .taken, .another], .lost),
        ([.unsent, .refused], .refused),
        ([.taken, .own, .silence, .taken, .own, .done], .done),
        ([.silence, .taken, .nothing, .done], .done),
    ])
    func endsAsItsAnswersSay(_ answers: [SlotWrite.Answer], _ ending: SlotWrite.Ending) {
        var write = SlotWrite()

        for answer in answers { write.receive(answer) }

        #expect(write.step == .end(ending))
    }

    @Test func isRefusedOnlyIfItWasNeverSent() {
        var unsent = SlotWrite()
        unsent.receive(.unsent)
        unsent.giveUp()
        #expect(unsent.step == .end(.refused))

        var silent = SlotWrite()
        silent.receive(.silence)
        silent.receive(.refused)
        #expect(silent.step == .insert)
        silent.giveUp()
        #expect(silent.step == .end(.uncertain))
    }

    /// A primary may show what no standby has.
    @Test func countsAnOwnSlotOnlyAfterALaterWrite() {
        var write = SlotWrite()
        for answer in [SlotWrite.Answer.silence, .taken, .own] { write.receive(answer) }
        #expect(write.step == .confirm)

        write.giveUp()

        #expect(write.step == .end(.uncertain))
    }
}
