#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A folder outside of which no input is read, after following symbolic links.
///
/// It applies to code within `run(within:_:)`, and to builds of this tool that are started there.
package struct Confinement: Equatable, Sendable {
  /// The folder as given.
  package let folder: String
  /// The folder's real path.
  package let root: String

  /// The environment variable that confines child processes.
  package static var variable: String { "SIMBENCH_CONFINED" }
  /// The current confinement, if any.
  @TaskLocal package static var current: Confinement?

  /// Resolves a folder.
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

  /// Runs `body` confined, or without confinement if nil.
  package static func run<Value>(within confinement: Confinement?, _ body: () -> Value) -> Value {
    $current.withValue(confinement, operation: body)
  }

  /// Whether an absolute path without links is inside the folder.
  func contains(_ path: String) -> Bool {
    path == root || path.hasPrefix(root == "/" ? root : root + "/")
  }

  /// Rejects a path outside the folder, even if nothing exists there.
  func check(_ path: String) throws(FileError) {
    guard !path.isEmpty, !path.utf8.contains(0) else { return }
    // A path that does not exist is checked by its nearest existing ancestor.
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

  /// Rejects an open file that is not the one inside the folder.
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
