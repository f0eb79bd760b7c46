import SimPlatform

/// File names that differ even when scenarios share theirs, and that replace nothing they must not.
enum OutputNames {
  /// The names, with a number appended to repeated ones.
  ///
  /// Scenario names are lowercase, so they also differ on file systems that ignore case.
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

  /// Finds out before a long run whether every file could be written, that no two are one, and that
  /// none replaces what was read or will be, whatever links lead there.
  ///
  /// - Parameters:
  ///   - paths: files; what is to be printed is left out by options that can print.
  ///   - updates: files that are read and brought up to date.
  ///   - inputs: files that will be read; those that were read are known.
  static func check(
    _ paths: [String], updates: [String] = [], inputs: [String] = []
  ) throws {
    guard !paths.contains("-") else {
      throw CommandError.badInput("-: this option cannot be printed; name a file")
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
