/// A path from one file to another, independent of the current folder.
package enum RelativePath {
  /// Makes the path to a file relative to the folder of another one.
  package static func path(to file: String, fromFolderOf other: String) -> String {
    let target = Environment.absolutePath(file).split(separator: "/")
    let start = Environment.absolutePath(other).split(separator: "/").dropLast()
    var shared = 0
    while shared < min(target.count - 1, start.count), target[shared] == start[shared] {
      shared += 1
    }
    let up = Array(repeating: Substring(".."), count: start.count - shared)
    return (up + target[shared...]).joined(separator: "/")
  }
}
