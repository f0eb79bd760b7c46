/// What the command line asks for.
struct Options {
  var filter = ""
  var rounds = 21
  var json: String?
  var pictures: String?
  var wantsHelp = false
  var wantsNames = false

  static let help = """
    usage: kernel-benchmarks [--filter TEXT] [--rounds N] [--json FILE] [--pictures FOLDER]

    Measures the kernels in interleaved rounds and compares each with a memcpy of the frame.

      --filter TEXT      only figures whose name contains one of the words in TEXT,
                         separated by commas
      --rounds N         samples of each figure (21)
      --json FILE        writes the results as JSON too
      --pictures FOLDER  writes frame 7 of each picture as raw RGBA bytes, 1170 x 2532
      --list             prints the names and measures nothing
      --help             prints this

    Exit codes: 0 measured; 1 a check failed, the figures mean nothing; 2 usage. A missed goal
    is printed and is no failure.

    """

  /// Reads the arguments, the program's name left out; throws a sentence for people.
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    func value(_ name: String) throws(UsageError) -> String {
      guard let value = rest.popFirst() else { throw UsageError("\(name) needs a value") }
      return value
    }
    while let name = rest.popFirst() {
      switch name {
      case "--filter": filter = try value(name)
      case "--json": json = try value(name)
      case "--pictures": pictures = try value(name)
      case "--rounds":
        guard let count = Int(try value(name)), (1...10_000).contains(count) else {
          throw UsageError("--rounds takes a number from 1 to 10,000")
        }
        rounds = count
      case "--help", "-h": wantsHelp = true
      case "--list": wantsNames = true
      default: throw UsageError("unknown argument \(name)")
      }
    }
  }

  /// Whether a benchmark with these figures is wanted.
  func wants(_ benchmark: Benchmark) -> Bool {
    guard !filter.isEmpty else { return true }
    let words = filter.split(separator: ",")
    return benchmark.figures.contains { figure in
      words.contains { figure.name.contains($0) }
    }
  }
}

/// A mistake on the command line.
struct UsageError: Error {
  var message: String

  init(_ message: String) { self.message = message }
}
