import Foundation
import SimPlatform
import Testing

/// A directory of its own for one test, gone afterwards.
func withTemporaryDirectory<Result>(_ body: (String) throws -> Result) throws -> Result {
  let path = try FileStore.makeTemporaryDirectory(prefix: "simbench-tests")
  defer { try? FileStore.removeTree(path) }
  return try body(path)
}

/// The error that `body` throws, or nil.
func fileError(_ body: () throws(FileError) -> Void) -> FileError? {
  do throws(FileError) {
    try body()
    return nil
  } catch {
    return error
  }
}

/// Whether this user may write where permission bits forbid it.
let isSuperuser = getuid() == 0
