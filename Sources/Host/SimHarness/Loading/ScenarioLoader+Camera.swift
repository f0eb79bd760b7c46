import SimFormats
import SimPNG
import SimPlatform
import SimInput
import SimRaster
import SimRuntime

/// What the cameras of a scenario see.
extension ScenarioLoader {
  /// The largest picture file that is read.
  package static var pictureLimitByteCount: Int { Limits.cameraBytes.count }

  /// Reads the pictures that a scenario names; nil when it names none.
  ///
  /// - Parameter ignored: Gets what they say of color and orientation that is not applied, with
  ///   their files, each once.
  func camera(
    for file: ScenarioFile, _ ignored: inout [String], _ fingerprint: inout ScenarioFingerprint
  ) throws(LoadError) -> CameraPictures? {
    guard let section = file.camera else { return nil }
    var left = CameraPictures.maximumPixelCount
    var lists: [[CameraPicture]] = []
    for files in [section.front, section.back] {
      var pictures: [CameraPicture] = []
      for entry in files {
        let path = Self.resolved(entry.value, beside: file.file)
        do {
          let image = try Self.picture(path, pixelsLeft: &left) { fingerprint.add($0) }
          pictures.append(CameraPicture(image))
          for words in image.ignored.map({ "\($0) of \(entry.value)" })
          where !ignored.contains(words) {
            ignored.append(words)
          }
        } catch {
          // The scenario names the file: say where.
          throw .format(entry.node.failure(.other(error.message)))
        }
      }
      lists.append(pictures)
    }
    return CameraPictures(
      front: lists[0], back: lists[1], framesPerPicture: section.framesPerPicture)
  }

  /// Reads the pictures that a recording's cameras saw; nil when they saw none.
  ///
  /// - Parameter file: The recording, whose folder contains the images.
  /// - Throws: `LoadError`, also when a picture is another than was seen.
  package static func camera(
    of header: RecordingHeader, file: String
  ) throws(LoadError) -> CameraPictures? {
    guard !header.pictures.isEmpty else { return nil }
    guard header.pictures.count <= 2 * CameraPictures.maximumCount else {
      throw .format(
        FormatError(
          file: file, path: "picture",
          problem: .other("more pictures than a run has")))
    }
    var left = CameraPictures.maximumPixelCount
    var lists: [[CameraPicture]] = [[], []]
    for picture in header.pictures {
      let name = String(decoding: picture.path, as: UTF8.self)
      func failure(_ words: String) -> LoadError {
        .format(FormatError(file: file, path: "picture", problem: .other(words)))
      }
      let path = resolved(name, beside: file)
      let seen: CameraPicture
      do {
        seen = CameraPicture(try Self.picture(path, pixelsLeft: &left))
      } catch {
        throw failure(error.message)
      }
      guard seen.hash == picture.digest else {
        throw failure("\(path): another picture than the recorded one")
      }
      lists[picture.isFront ? 0 : 1].append(seen)
    }
    return CameraPictures(
      front: lists[0], back: lists[1], framesPerPicture: header.framesPerPicture)
  }

  /// Why a file is not an image for a camera.
  private struct PictureError: Error {
    let message: String
  }

  private static func picture(
    _ path: String, pixelsLeft: inout Int, onRead: ([UInt8]) -> Void = { _ in }
  ) throws(PictureError) -> PNGImage {
    let bytes: [UInt8]
    do {
      bytes = try FileStore.read(path, limitByteCount: pictureLimitByteCount)
    } catch {
      throw PictureError(message: error.message)
    }
    onRead(bytes)
    let size = try decoded(bytes, path, PNGDecoder.size)
    try check(size, path, pixelsLeft)
    pixelsLeft -= Int(size.width) * Int(size.height)
    return try decoded(bytes, path, PNGDecoder.decode)
  }

  private static func decoded<Value>(
    _ bytes: [UInt8], _ path: String, _ decode: ([UInt8]) throws(PNGError) -> Value
  ) throws(PictureError) -> Value {
    do {
      return try PictureFile.decode(bytes, file: path, decode)
    } catch {
      throw PictureError(message: error.message)
    }
  }

  /// Before anything of that size is taken from memory.
  private static func check(
    _ size: (width: Int32, height: Int32), _ path: String, _ pixelsLeft: Int
  ) throws(PictureError) {
    let sides = CameraPicture.sideRange
    guard sides.contains(size.width), sides.contains(size.height) else {
      throw PictureError(
        message: "\(path): \(size.width) by \(size.height) pixels; a camera's picture has at most "
          + "\(sides.upperBound) by \(sides.upperBound)")
    }
    guard Int(size.width) * Int(size.height) <= pixelsLeft else {
      throw PictureError(
        message: "\(path): the pictures of a scenario have at most "
          + "\(CameraPictures.maximumPixelCount) pixels together")
    }
  }
}

extension CameraPicture {
  /// A decoded picture before black.
  fileprivate init(_ image: PNGImage) {
    let surface = image.makeSurface()
    self.init(
      width: image.width, height: image.height, pixels: surface.rows.map { $0 | 0xFF00_0000 })
  }
}
