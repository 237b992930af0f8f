import Recall

/// What a command learns from: a review log on disk, or the learner's own library.
enum ReviewSource {
    case file(ReviewLogFile, Parameters)
    case library(LibraryLocation)

    /// Takes `--log` with what goes with it, or `--library`.
    init(_ arguments: inout Arguments) throws(Failure) {
        let file = try ReviewLogFile(&arguments)
        let parameters = try arguments.value(of: "--parameters")
        let keys = try KeyHolder(&arguments)
        let library = try arguments.value(of: "--library")
        guard let file else {
            guard parameters == nil else {
                throw .usage("--parameters goes with --log; a library keeps its own")
            }
            self = .library(try LibraryLocation(named: library, keys: keys))
            return
        }
        guard library == nil else { throw .usage("--log and --library exclude one another") }
        self = .file(file, try Parameters(option: parameters))
    }
}
