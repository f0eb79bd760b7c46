internal import CPlatform
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension MachineDescription {
  /// A line that distinguishes machines whose times are not comparable.
  package var fingerprint: String {
    [architecture, processor ?? "unknown processor", "\(coreCount) cores"].joined(separator: ", ")
  }
}

extension Environment {
  /// The compilers of this build, such as `Swift 6.3, clang 21.0.0 11673e6660b2`.
  ///
  /// Swift does not expose its patch version to programs; the commit of the C compiler in the same
  /// toolchain identifies it.
  package static let toolchain: String = {
    #if compiler(>=6.4)
      let swift = "Swift 6.4 or later"
    #elseif compiler(>=6.3)
      let swift = "Swift 6.3"
    #else
      let swift = "Swift 6.2"
    #endif
    let words = String(cString: simbench_compiler_version()).split { "() ".contains($0) }
    // The commit is the last word, after the address of its repository.
    let kept = words.filter { !$0.contains("/") }.map { $0.prefix(12) }
    return "\(swift), " + kept.joined(separator: " ")
  }()

  /// The machine of this process, determined once.
  package static let machine: MachineDescription = {
    let names = systemNames()
    return MachineDescription(
      operatingSystem: operatingSystemName(), kernel: names.kernel,
      architecture: names.architecture, processor: processorName(),
      coreCount: max(1, ProcessInfo.processInfo.activeProcessorCount),
      memoryByteCount: ProcessInfo.processInfo.physicalMemory)
  }()

  private static func systemNames() -> (kernel: String, architecture: String) {
    var names = utsname()
    guard uname(&names) == 0 else { return ("unknown", "unknown") }
    let system = text(of: &names.sysname)
    let release = text(of: &names.release)
    return ("\(system) \(release)", text(of: &names.machine))
  }

  /// The text in a fixed array of characters, imported as a tuple.
  private static func text<Field>(of field: inout Field) -> String {
    withUnsafeBytes(of: &field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  private static func operatingSystemName() -> String {
    let system = ProcessInfo.processInfo.operatingSystemVersionString
    #if os(Linux)
      let release = try? FileStore.readText(
        "/etc/os-release", limitByteCount: 65_536, isInput: false)
      return release.flatMap { value(of: "PRETTY_NAME", separator: "=", in: $0) } ?? system
    #else
      return "macOS \(system)"
    #endif
  }

  private static func processorName() -> String? {
    #if canImport(Darwin)
      var byteCount = 0
      guard sysctlbyname("machdep.cpu.brand_string", nil, &byteCount, nil, 0) == 0 else {
        return nil
      }
      var bytes = [UInt8](repeating: 0, count: byteCount)
      guard sysctlbyname("machdep.cpu.brand_string", &bytes, &byteCount, nil, 0) == 0 else {
        return nil
      }
      return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    #else
      guard
        let text = try? FileStore.readText(
          "/proc/cpuinfo", limitByteCount: 16 << 20, isInput: false)
      else {
        return nil
      }
      // CPUs other than x86 have no name, only a part number.
      for key in ["model name", "Model", "CPU part"] {
        if let name = value(of: key, separator: ":", in: text) { return name }
      }
      return nil
    #endif
  }

  /// The value in the first line that starts with `key`, without surrounding spaces and quotes.
  package static func value(of key: String, separator: Character, in text: String) -> String? {
    for line in text.split(separator: "\n") {
      guard let end = line.firstIndex(of: separator) else { continue }
      guard line[..<end].trimmingCharacters(in: .whitespaces) == key else { continue }
      let unwanted = CharacterSet.whitespaces.union(CharacterSet(charactersIn: "\""))
      let value = line[line.index(after: end)...].trimmingCharacters(in: unwanted)
      return value.isEmpty ? nil : value
    }
    return nil
  }
}
