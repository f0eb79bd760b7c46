#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A folder outside which no input is read, links followed to their end.
///
/// It holds for what runs within `run(within:_:)`, and for the programs started there that are
/// builds of this tool.
package struct Confinement: Equatable, Sendable {
  /// The folder as it was named.
  package let folder: String
  /// Where it really is.
  package let root: String

  /// The environment variable by which a process confines those that it starts.
  package static var variable: String { "SIMBENCH_CONFINED" }
  /// The confinement in force, if there is one.
  @TaskLocal package static var current: Confinement?

  /// Looks for a folder.
  ///
  /// - Throws: `notFound`, `notADirectory` or `unreadable`.
  package init(_ folder: String) throws(FileError) {
    do throws(SystemError) {
      root = try Self.realPath(folder)
      guard try SystemCalls.status(root).kind == .directory else {
        throw SystemError(code: ENOTDIR)
      }
    } catch {
      throw .reading(folder, error)
    }
    self.folder = folder
  }

  /// Runs `body` confined; nil sets it free.
  package static func run<Value>(within confinement: Confinement?, _ body: () -> Value) -> Value {
    $current.withValue(confinement, operation: body)
  }

  /// Whether an absolute path without links lies in the folder.
  func contains(_ path: String) -> Bool {
    path == root || path.hasPrefix(root == "/" ? root : root + "/")
  }

  /// Refuses a path that leads out of the folder, even to nothing.
  func check(_ path: String) throws(FileError) {
    guard !path.isEmpty, !path.utf8.contains(0) else { return }
    // What is not there is judged by the nearest folder that is.
    var ancestor = path
    while true {
      if let real = try? Self.realPath(ancestor) {
        if contains(real) { return }
        throw .outside(path: path, folder: folder)
      }
      let parent = FileStore.parentDirectory(of: ancestor)
      guard parent != ancestor else { return }
      ancestor = parent
    }
  }

  /// Refuses an open file that is another than the one which lies in the folder.
  func check(_ descriptor: Int32, openedAs path: String) throws(FileError) {
    guard let real = try? Self.realPath(path), contains(real), Self.isSame(descriptor, real) else {
      throw .outside(path: path, folder: folder)
    }
  }

  private static func isSame(_ descriptor: Int32, _ path: String) -> Bool {
    var (opened, found) = (stat(), stat())
    return fstat(descriptor, &opened) == 0 && stat(path, &found) == 0
      && opened.st_dev == found.st_dev && opened.st_ino == found.st_ino
  }

  private static func realPath(_ path: String) throws(SystemError) -> String {
    try FileStore.checkPath(path)
    guard let real = realpath(path, nil) else { throw .last }
    defer { free(real) }
    return String(cString: real)
  }
}
