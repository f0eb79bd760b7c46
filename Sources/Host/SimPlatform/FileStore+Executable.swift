#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension FileStore {
  /// Copies an executable; on Linux without its section table.
  ///
  /// Valgrind finds debug information through that table, and gives up if it cannot read it.
  ///
  /// - Throws: `FileError`, as for reading and writing.
  package static func copyExecutableWithoutSections(
    _ source: String, to path: String
  ) throws(FileError) {
    let bytes = try read(source, limitByteCount: 1 << 30)
    try write(ELFFile(bytes)?.withoutSections ?? bytes, to: path)
    // New files get no permission to execute.
    guard chmod(path, 0o755) == 0 else { throw .writing(path, .last) }
  }
}
