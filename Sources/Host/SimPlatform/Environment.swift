internal import CPlatform
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
  /// The value of an environment variable, or nil if it is not set.
  package static func value(_ name: String) -> String? {
    guard let text = getenv(name) else { return nil }
    return String(cString: text)
  }

  /// Whether the variable `CI` says that a CI system runs the process.
  package static var isCI: Bool { isCI(value("CI")) }

  /// The rule behind `isCI`: empty, `0`, `false`, `no` and `off` in any case mean no.
  package static func isCI(_ value: String?) -> Bool {
    !["", "0", "false", "no", "off"].contains((value ?? "").lowercased())
  }

  /// All environment variables.
  package static var variables: [String: String] { ProcessInfo.processInfo.environment }

  /// The command-line arguments as the system passed them, starting with the program's name.
  ///
  /// On Linux, Swift's `CommandLine` reads them from `/proc`, and has none if it is not mounted.
  private static var rawArguments: [UnsafePointer<CChar>] {
    var count: Int32 = 0
    if let words = simbench_arguments(&count) {
      return (0..<Int(count)).compactMap { words[$0].map { UnsafePointer($0) } }
    }
    return (0..<Int(CommandLine.argc)).compactMap {
      CommandLine.unsafeArgv[$0].map { UnsafePointer($0) }
    }
  }

  /// The command-line arguments, starting with the program's name, with invalid UTF-8 repaired.
  package static var arguments: [String] { rawArguments.map { String(cString: $0) } }

  /// The first argument that is not UTF-8, counted from 1 after the program's name, in displayable
  /// form; nil if all are valid.
  package static var unreadableArgument: (place: Int, text: String)? {
    for (place, raw) in rawArguments.enumerated().dropFirst()
    where String(validatingCString: raw) == nil {
      return (place, String(cString: raw))
    }
    return nil
  }

  /// The executable of this process with symbolic links resolved, or nil if the system hides it.
  package static var executablePath: String? {
    #if os(Linux)
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        ?? executedPath
    #else
      Bundle.main.executableURL?.resolvingSymlinksInPath().path
    #endif
  }

  /// The executable as the kernel reports it to the process, with symbolic links resolved; nil if
  /// it reports none.
  ///
  /// Unlike `/proc/self/exe`, it is relative to the current directory at the start of the process.
  package static var executedPath: String? {
    simbench_executed_path().flatMap { realPath(String(cString: $0)) }
  }

  /// The number of CPUs available to this process, at least 1: those of its affinity mask, or fewer
  /// if its container's CPU quota allows fewer.
  package static var processorCount: Int {
    let count = max(1, ProcessInfo.processInfo.activeProcessorCount)
    return min(count, ProcessorQuota.processorCount ?? count)
  }

  /// The current directory, or nil if it was deleted.
  package static var currentDirectory: String? {
    guard let text = getcwd(nil, 0) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  /// An absolute path with `.` and `..` resolved.
  package static func absolutePath(_ path: String) -> String {
    URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
  }

  /// An absolute path with the symbolic links of existing folders resolved; parts that do not exist
  /// are kept.
  package static func resolvedPath(_ path: String) -> String {
    // Before `..` is resolved by name: behind a symbolic link it leads elsewhere.
    if let real = realPath(path) { return real }
    var (existing, rest) = (absolutePath(path), "")
    while existing.count > 1 {
      if let real = realPath(existing) { return real + rest }
      while existing.hasSuffix("/") { existing.removeLast() }
      guard let slash = existing.lastIndex(of: "/") else { break }
      rest = existing[slash...] + rest
      existing = String(existing[..<slash])
    }
    return rest.isEmpty ? "/" : rest
  }

  private static func realPath(_ path: String) -> String? {
    guard let raw = realpath(path, nil) else { return nil }
    defer { free(raw) }
    return String(cString: raw)
  }

  /// Flushes buffers and ends the process with an exit code.
  package static func exit(_ code: Int32) -> Never {
    #if canImport(Darwin)
      Darwin.exit(code)
    #elseif canImport(Glibc)
      Glibc.exit(code)
    #elseif canImport(Musl)
      Musl.exit(code)
    #endif
  }

  /// The current date and time in UTC as ISO 8601 with whole seconds, such as
  /// `2026-03-01T09:30:00Z`.
  package static var currentDateISO8601: String {
    dateISO8601(secondsSince1970: Int(time(nil)))
  }

  /// A time in UTC as ISO 8601 with whole seconds.
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
