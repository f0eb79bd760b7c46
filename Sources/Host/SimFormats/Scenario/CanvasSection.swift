import SimInput
import SimRuntime

/// The largest canvas that is run: 128 MiB of pixels.
enum CanvasLimit {
  /// What is allowed, in words.
  static var allowed: String { "\(Limits.canvasPixels.maximum) pixels in all" }

  /// Refuses a canvas of too many pixels.
  static func check(
    _ width: Float, _ height: Float, scale: Float, _ node: JSONNode?
  ) throws(FormatError) {
    guard let found = excess(width, height, scale: scale), let node else { return }
    throw node.failure(.notAllowed(found: found, allowed: allowed))
  }

  /// The pixels of a canvas of too many, in words; nil for any other.
  static func excess(_ width: Float, _ height: Float, scale: Float) -> String? {
    let canvas = SceneCanvas(widthPoints: width, heightPoints: height, scale: scale)
    let count = Double(canvas.pixelWidth) * Double(canvas.pixelHeight)
    return count > Double(Limits.canvasPixels.maximum)
      ? "\(canvas.pixelWidth) × \(canvas.pixelHeight) pixels" : nil
  }
}

/// A canvas size of its own instead of the device's.
struct CanvasSection: Sendable {
  var widthPoints: Float = 1
  var heightPoints: Float = 1
  /// Nil when the file gives none.
  var scale: Float?
  /// Where the file says it; nil before it is read.
  var node: JSONNode?

  /// The size with the scale that holds where the file gives none.
  ///
  /// - Throws: `FormatError` when that makes too many pixels.
  func size(
    defaultScale: Float
  ) throws(FormatError) -> (width: Float, height: Float, scale: Float) {
    let scale = scale ?? defaultScale
    try CanvasLimit.check(widthPoints, heightPoints, scale: scale, node)
    return (widthPoints, heightPoints, scale)
  }

  static let shape = Shape(
    CanvasSection(), name: "size",
    "A size in points, given in portrait; \(CanvasLimit.allowed) at most.", isClosed: true,
    [
      Member("width", \.widthPoints, side, "Width in points."),
      Member("height", \.heightPoints, side, "Height in points."),
      Member(
        optional: "scale", \.scale, .number(1...Double(Limits.canvasScale.maximum)),
        "Pixels per point."),
    ]
  ) { (section, node) throws(FormatError) in
    section.node = node
    _ = try section.size(defaultScale: 1)
  }

  private static var side: Codec<Float> { .number(1...Double(Limits.canvasSide.maximum)) }
}

/// A rotation or a new size at a frame.
struct CanvasChangeSection: Sendable {
  var frame: UInt32 = 0
  var orientation: Orientation?
  var size: CanvasSection?

  static let shape = Shape(
    CanvasChangeSection(), name: "canvasChange", "A rotation or a new size.", isClosed: true,
    choice: .oneOrMore(["orientation", "size"]),
    [
      Member(
        "frame", \.frame, .frame,
        "The first frame with it; more than that of the change before."),
      Member(
        optional: "orientation", \.orientation, .orientation,
        "The orientation of the device from then on."),
      Member(
        optional: "size", \.size, CanvasSection.shape.codec,
        "The new size, given in portrait; without scale, the scale stays."),
    ])
}
