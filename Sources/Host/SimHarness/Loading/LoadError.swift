import SimFormats
import SimPlatform

/// Why a scenario could not be loaded; one line each.
package enum LoadError: Error, Equatable {
  /// A file could not be read.
  case file(FileError)
  /// There is no scenario of that name; the nearest one that there is, if any.
  case noScenario(path: String, suggestion: String?)
  /// A file says something that is not allowed.
  case format(FormatError)

  /// One line with the file, the position, what was found and what is allowed.
  package var message: String {
    switch self {
    case .file(let error): MessageText.message(error.message)
    case .noScenario(let path, let suggestion):
      MessageText.message(FileError.notFound(path: path).message)
        + (suggestion.map { "; did you mean \(MessageText.quoted($0))?" }
          ?? "")
    case .format(let error): error.message
    }
  }
}
