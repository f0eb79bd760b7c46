/// The start and end of a group that is composited as one; the start holds the opacity.
///
/// The tile executor composites groups.
enum Group {
  static var name: StaticString { "group" }
  static var endName: StaticString { "group-end" }
}

extension DisplayList {
  /// Opens a group whose commands are composited as one; groups nest up to four deep.
  public mutating func beginGroup(opacity: UInt8, blend: DisplayList.BlendMode = .sourceOver) {
    groupDepth += 1
    precondition(groupDepth <= 4, "groups nest up to four deep")
    append(.beginGroup, opacity: opacity, blend: blend, bounds: wholeCanvas)
  }

  /// Closes the innermost group.
  public mutating func endGroup() {
    precondition(groupDepth > 0, "no group is open")
    groupDepth -= 1
    append(.endGroup, opacity: 255, bounds: wholeCanvas)
  }
}
