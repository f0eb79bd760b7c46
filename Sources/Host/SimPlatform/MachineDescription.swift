/// The machine of the process, as described in reports.
package struct MachineDescription: Equatable, Sendable {
  /// The operating system with its version, such as `Debian GNU/Linux 12 (bookworm)`.
  package var operatingSystem: String
  /// The name and release of the kernel, such as `Linux 6.1.0`.
  package var kernel: String
  /// The instruction set, such as `x86_64`, `aarch64` or `arm64`.
  package var architecture: String
  /// The name of the CPU, or nil if the system does not report it.
  package var processor: String?
  /// The number of CPUs available to this process, at least 1.
  package var coreCount: Int
  /// The machine's memory in bytes.
  package var memoryByteCount: UInt64

  /// Makes a description from given values.
  package init(
    operatingSystem: String, kernel: String, architecture: String, processor: String?,
    coreCount: Int, memoryByteCount: UInt64
  ) {
    self.operatingSystem = operatingSystem
    self.kernel = kernel
    self.architecture = architecture
    self.processor = processor
    self.coreCount = coreCount
    self.memoryByteCount = memoryByteCount
  }
}
