import SimbenchKit

/// Access to the pictures that a scenario supplies.
extension RingPreview {
  /// The index of the supplied picture for the current camera in a frame.
  func pictureIndex(in frame: UInt32) -> Int {
    given?.index(in: frame, of: camera.position) ?? 0
  }

  /// The index of the supplied picture in the last stepped frame.
  var pictureIndex: Int { pictureIndex(in: max(frame, 1) - 1) }

  /// The finder for the current camera's picture.
  var finder: SubjectFinder {
    finders.finder(pictureIndex(in: frame), of: camera.position)
  }

  /// Only the picture that the current camera sees in the last stepped frame.
  var seenPicture: CameraPictures? {
    guard let given else { return nil }
    let pictures = given.pictures(of: camera.position)
    let seen = pictures.isEmpty ? [] : [pictures[pictureIndex]]
    return CameraPictures(
      front: camera.position == .front ? seen : [], back: camera.position == .back ? seen : [],
      framesPerPicture: 1)
  }
}
