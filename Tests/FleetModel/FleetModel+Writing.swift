import Fleet

extension FleetModel {
    /// Carries a statement out.
    mutating func execute(_ entry: Entry, _ fault: Fault?) -> SlotWrite.Answer {
        if case .slot(let number, let term, let content) = entry {
            if slot(number) != nil, fault != .unfenced { return .taken }
            if number > 1, fault != .gaps {
                guard let before = slot(number - 1) else { return .gap }
                let isNext = content == .claim || before.term == term || fault == .anyTerm
                if !isNext { return .gap }
            }
        }
        log.append(entry)
        return .done
    }

    typealias Written = (FleetModel, SlotWrite, Wait?)

    /// The next step of writing a slot, in all its ways.
    func writes(
        _ entry: Entry,
        _ write: SlotWrite,
        _ wait: Wait?,
        _ fault: Fault?
    ) -> [Written] {
        var all: [Written] = []
        func received(_ answer: SlotWrite.Answer, _ model: FleetModel) -> Written {
            var write = write
            write.receive(answer)
            let isOver = [.silence, .gap, .refused].contains(answer)
            return (model, write, isOver ? nil : Wait(index: nil, epoch: epoch))
        }
        var ended = write
        if wait?.index != nil { ended.receive(.silence) }
        ended.giveUp()
        all.append((self, ended, nil))
        if let wait, wait.epoch != epoch { return all + [received(.silence, self)] }
        if let index = wait?.index {
            if index < durable { all.append(received(.done, self)) }
            if budget.silences > 0 {
                all.append(received(.silence, changed { $0.budget.silences -= 1 }))
            }
            return all
        }
        switch write.step {
        case .insert:
            var model = self
            let answer = model.execute(entry, fault)
            if answer == .done {
                all.append((model, write, Wait(index: model.log.count - 1, epoch: epoch)))
            } else {
                all.append(received(answer, self))
            }
            if budget.delays > 0 {
                all.append(
                    received(
                        .silence,
                        changed {
                            $0.flights.append(Flight(entry: entry, epoch: $0.epoch))
                            $0.budget.delays -= 1
                        }
                    )
                )
            }
        case .look:
            guard case .slot(let number, let term, let content) = entry else { break }
            guard let found = slot(number) else { return all + [received(.nothing, self)] }
            let isOwn = found.term == term && found.content == content
            var looked = received(isOwn ? .own : .another, self)
            if isOwn, fault == .unconfirmed { looked.1.receive(.done) }
            all.append(looked)
        case .confirm:
            guard holder != nil else { return all + [received(.refused, self)] }
            var model = self
            model.log.append(.touch)
            all.append((model, write, Wait(index: model.log.count - 1, epoch: epoch)))
        case .end: break
        }
        return all
    }
}
