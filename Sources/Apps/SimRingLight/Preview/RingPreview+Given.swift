import SimbenchKit

/// What is seen of given pictures.
extension RingPreview {
  /// Which of the given pictures the camera in use sees in a frame.
  func pictureIndex(in frame: UInt32) -> Int {
    given?.index(in: frame, of: camera.position) ?? 0
  }

  /// The picture that the camera in use sees in the frame stepped last.
  var pictureIndex: Int { pictureIndex(in: max(frame, 1) - 1) }

  /// The small picture of what the camera in use sees.
  var finder: SubjectFinder {
    finders.finder(pictureIndex(in: frame), of: camera.position)
  }

  /// What the camera in use sees in the frame stepped last, alone.
  var seenPicture: CameraPictures? {
    guard let given else { return nil }
    let pictures = given.pictures(of: camera.position)
    let seen = pictures.isEmpty ? [] : [pictures[pictureIndex]]
    return CameraPictures(
      front: camera.position == .front ? seen : [], back: camera.position == .back ? seen : [],
      framesPerPicture: 1)
  }
}
