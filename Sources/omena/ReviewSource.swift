import Recall

/// Where reviews come from: a review log on disk, or a library.
enum ReviewSource {
    case file(ReviewLogFile, Parameters)
    case library(LibraryLocation)

    /// Takes `--log` and its options, or `--library`.
    init(_ arguments: inout Arguments) throws(Failure) {
        let file = try ReviewLogFile(&arguments)
        let parameters = try arguments.value(of: "--parameters")
        let keys = try KeyHolder(&arguments)
        let library = try arguments.value(of: "--library")
        guard let file else {
            guard parameters == nil else {
                throw .usage("--parameters requires --log; a library has its own")
            }
            self = .library(try LibraryLocation(named: library, keys: keys))
            return
        }
        guard library == nil else { throw .usage("--log and --library cannot be combined") }
        self = .file(file, try Parameters(option: parameters))
    }
}
