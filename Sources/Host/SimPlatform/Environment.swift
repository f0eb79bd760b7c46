import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The environment variables of the process.
package enum Environment {
  /// The value of an environment variable, or nil when it is not set.
  package static func value(_ name: String) -> String? {
    guard let text = getenv(name) else { return nil }
    return String(cString: text)
  }

  /// All environment variables.
  package static var variables: [String: String] { ProcessInfo.processInfo.environment }

  /// The command line, the name of the program first.
  package static var arguments: [String] { CommandLine.arguments }

  /// The first argument that is not UTF-8, counted from 1 behind the program's name, as it can be
  /// shown; nil when all are.
  package static var unreadableArgument: (place: Int, text: String)? {
    for place in 1..<max(1, Int(CommandLine.argc)) {
      guard let raw = CommandLine.unsafeArgv[place] else { return nil }
      if String(validatingCString: raw) == nil { return (place, String(cString: raw)) }
    }
    return nil
  }

  /// The file this process runs, with symbolic links followed, or nil when the system hides it.
  package static var executablePath: String? {
    #if os(Linux)
      return try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    #else
      return Bundle.main.executableURL?.resolvingSymlinksInPath().path
    #endif
  }

  /// Processors that this process may use, 1 or more.
  package static var processorCount: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }

  /// The directory that relative paths begin from, or nil when it was deleted.
  package static var currentDirectory: String? {
    guard let text = getcwd(nil, 0) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  /// A path from the root, its `.` and `..` parts resolved.
  package static func absolutePath(_ path: String) -> String {
    URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
  }

  /// A path from the root by the real names of the folders that exist: symbolic links among them
  /// are followed, and what does not exist yet is taken as it is called.
  package static func resolvedPath(_ path: String) -> String {
    var (existing, rest) = (absolutePath(path), "")
    while existing.count > 1 {
      if let raw = realpath(existing, nil) {
        defer { free(raw) }
        return String(cString: raw) + rest
      }
      while existing.hasSuffix("/") { existing.removeLast() }
      guard let slash = existing.lastIndex(of: "/") else { break }
      rest = existing[slash...] + rest
      existing = String(existing[..<slash])
    }
    return rest.isEmpty ? "/" : rest
  }

  /// Ends the process with an exit code, buffers flushed.
  package static func exit(_ code: Int32) -> Never {
    #if canImport(Darwin)
      Darwin.exit(code)
    #elseif canImport(Glibc)
      Glibc.exit(code)
    #elseif canImport(Musl)
      Musl.exit(code)
    #endif
  }

  /// The date and time in UTC as ISO 8601 with whole seconds, such as `2026-03-01T09:30:00Z`.
  package static var currentDateISO8601: String {
    dateISO8601(secondsSince1970: Int(time(nil)))
  }

  /// A moment in UTC as ISO 8601 with whole seconds.
  package static func dateISO8601(secondsSince1970: Int) -> String {
    var moment = time_t(secondsSince1970)
    var parts = tm()
    gmtime_r(&moment, &parts)
    func padded(_ value: Int32, _ width: Int = 2) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let date =
      "\(padded(parts.tm_year + 1900, 4))-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
    return "\(date)T\(padded(parts.tm_hour)):\(padded(parts.tm_min)):\(padded(parts.tm_sec))Z"
  }
}
