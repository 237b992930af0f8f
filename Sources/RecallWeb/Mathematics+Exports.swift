import Recall

// The engine's elementary functions, exported so that a test can compare their bits with the native ones.

/// e to the power of `x`.
@_expose(wasm, "exp")
@c(recall_exp)
func exp(_ x: Double) -> Double {
    Double.exp(x)
}

/// The natural logarithm of `x`.
@_expose(wasm, "log")
@c(recall_log)
func log(_ x: Double) -> Double {
    Double.log(x)
}

@_expose(wasm, "pow")
@c(recall_pow)
func pow(_ x: Double, _ y: Double) -> Double {
    Double.pow(x, y)
}
