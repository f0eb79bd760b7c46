import SimPlatform

/// Unique file names for scenarios that share a name, and checks that outputs replace no inputs.
enum OutputNames {
  /// The names, with a number appended to repeated ones.
  ///
  /// Scenario names are lowercase, so the names are also unique on case-insensitive file systems.
  static func unique(_ names: [String]) -> [String] {
    var seen: [String] = []
    return names.map { name in
      var candidate = name
      var number = 2
      while seen.contains(candidate) {
        candidate = "\(name)-\(number)"
        number += 1
      }
      seen.append(candidate)
      return candidate
    }
  }

  /// Checks before a long run that every file can be written, that all are different, and that none
  /// replaces an input, even through links.
  ///
  /// - Parameters:
  ///   - paths: Output files, without outputs to standard output if the option allows that.
  ///   - updates: Files that are read and replaced.
  ///   - inputs: Files that will be read, in addition to those already read.
  static func check(
    _ paths: [String], updates: [String] = [], inputs: [String] = []
  ) throws {
    guard !paths.contains("-") else {
      throw CommandError.badInput("-: this option cannot write to standard output; give a file")
    }
    for path in inputs + updates { FileRegister.current?.note(path) }
    if let input = FileRegister.current?.readerOfStandardOutput {
      throw CommandError.badInput(
        "standard output: cannot be written: it is read as input, as \(input)")
    }
    var seen: Set<FileIdentity> = []
    for (path, isUpdate) in updates.map({ ($0, true) }) + paths.map({ ($0, false) }) {
      try FileStore.checkWritable(file: path, isUpdate: isUpdate)
      // Devices such as /dev/null take any number of outputs.
      let isDevice =
        FileStore.exists(path) && !FileStore.isFile(path) && !FileStore.isNamedPipe(path)
      guard !isDevice, let identity = FileIdentity(path) else { continue }
      guard seen.insert(identity).inserted else {
        throw CommandError.badInput("\(path): cannot be written: two outputs have this name")
      }
    }
  }
}
