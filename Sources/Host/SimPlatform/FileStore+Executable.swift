#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension FileStore {
  /// Copies an executable, on Linux without the table of its sections.
  ///
  /// Valgrind finds debug information through that table, and gives up on what it cannot read.
  ///
  /// - Throws: `FileError`, as reading and writing do.
  package static func copyExecutableWithoutSections(
    _ source: String, to path: String
  ) throws(FileError) {
    let bytes = try read(source, limitByteCount: 1 << 30)
    try write(ELFFile(bytes)?.withoutSections ?? bytes, to: path)
    guard chmod(path, 0o755) == 0 else { throw .writing(path, .last) }
  }
}
