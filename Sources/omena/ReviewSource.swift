import Recall

/// Where reviews come from: a review log on disk, or a library.
enum ReviewSource {
    case file(ReviewLogFile, Parameters)
    case library(LibraryLocation)

    /// Takes `--log` and its options, or `--library`.
    init(_ arguments: inout Arguments) throws(Failure) {
        let file = try ReviewLogFile(&arguments)
        let parameters = try arguments.value(of: "--parameters")
        let library = try LibraryLocation.Options(&arguments)
        guard let file else {
            guard parameters == nil else {
                throw .usage("--parameters requires --log; a library has its own")
            }
            self = .library(try LibraryLocation(library))
            return
        }
        guard !library.areGiven else {
            throw .usage("--log and --library cannot be combined")
        }
        self = .file(file, try Parameters(option: parameters))
    }
}
