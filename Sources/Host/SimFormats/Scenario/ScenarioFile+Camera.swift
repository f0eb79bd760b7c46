import SimRuntime

/// The `input.camera` part of a scenario: files of pictures that stand for what cameras see.
package struct CameraSection: Sendable {
  /// A file as the scenario names it, relative to the scenario, and where.
  package struct File: Sendable {
    /// The path.
    package let path: String
    /// The node that names it.
    package let node: JSONNode
  }

  /// What the front camera sees.
  package let front: [File]
  /// What the back camera sees.
  package let back: [File]
  /// Frames for which each picture is seen.
  package let framesPerPicture: UInt32

  init(_ node: JSONNode, _ scene: SceneDescriptor) throws(FormatError) {
    guard scene.hasCamera else {
      throw node.failure(.other("scene \(scene.name) has no camera"))
    }
    var reader = try node.object()
    front = try Self.files(reader.optional("front"))
    back = try Self.files(reader.optional("back"))
    framesPerPicture =
      try reader.optional("framesPerPicture")?
      .uint32(in: 1...ScenarioFile.frameRange.upperBound) ?? 1
    try reader.finish()
    guard !front.isEmpty || !back.isEmpty else {
      throw node.failure(.other("neither front nor back has pictures"))
    }
  }

  private static func files(_ node: JSONNode?) throws(FormatError) -> [File] {
    guard let node else { return [] }
    var files: [File] = []
    for element in try node.array(count: 1...CameraPictures.maximumCount) {
      files.append(File(path: try element.string(), node: element))
    }
    return files
  }
}
