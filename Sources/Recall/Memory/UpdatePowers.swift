/// The two powers in the update of a memory, which take nearly all of its time and are shared by most grades.
struct UpdatePowers<Value: Lanes> {
    /// The factor of stability.
    let scale: Value
    /// The contribution of forgetting.
    let gain: Value
}

extension UpdatePowers: Sendable where Value: Sendable {}
