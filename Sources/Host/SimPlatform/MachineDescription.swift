/// The machine under the process, as far as reports name it.
package struct MachineDescription: Equatable, Sendable {
  /// The operating system with its version, such as `Debian GNU/Linux 12 (bookworm)`.
  package var operatingSystem: String
  /// The kernel's name and release, such as `Linux 6.1.0`.
  package var kernel: String
  /// The instruction set, such as `x86_64`, `aarch64` or `arm64`.
  package var architecture: String
  /// The processor's name, or nil when the system does not say.
  package var processor: String?
  /// Processors this process may run on, at least 1.
  package var coreCount: Int
  /// Bytes of memory in the machine.
  package var memoryByteCount: UInt64

  /// Makes a description from known facts.
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
