import SimRuntime
import SimInput

/// The largest canvas that is run: 128 MiB of pixels.
enum CanvasLimit {
  /// What is allowed, in words.
  static var allowed: String { "\(Limits.canvasPixels.maximum) pixels in all" }

  /// Refuses a canvas of too many pixels.
  static func check(
    _ width: Float, _ height: Float, scale: Float, _ node: JSONNode
  ) throws(FormatError) {
    guard let found = excess(width, height, scale: scale) else { return }
    throw node.failure(.notAllowed(found: found, allowed: allowed))
  }

  /// The pixels of a canvas of too many, in words; nil for any other.
  static func excess(_ width: Float, _ height: Float, scale: Float) -> String? {
    let canvas = Canvas(widthPoints: width, heightPoints: height, scale: scale)
    let count = Double(canvas.pixelWidth) * Double(canvas.pixelHeight)
    return count > Double(Limits.canvasPixels.maximum)
      ? "\(canvas.pixelWidth) × \(canvas.pixelHeight) pixels" : nil
  }
}

/// A canvas size of its own instead of the device's.
struct CanvasSection {
  var widthPoints: Float
  var heightPoints: Float
  /// Nil when the file gives none.
  var scale: Float?
  let node: JSONNode

  init(_ node: JSONNode) throws(FormatError) {
    self = try node.object { (reader) throws(FormatError) in try CanvasSection(&reader) }
    _ = try size(defaultScale: 1)
  }

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

  private init(_ reader: inout ObjectReader) throws(FormatError) {
    node = reader.node
    let side = 1...Double(Limits.canvasSide.maximum)
    widthPoints = Float(try reader.required("width").double(in: side))
    heightPoints = Float(try reader.required("height").double(in: side))
    scale = try ScenarioFile.optional(reader.optional("scale")) {
      (node) throws(FormatError) in
      Float(try node.double(in: 1...Double(Limits.canvasScale.maximum)))
    }
  }
}

/// A rotation or a new size at a frame.
struct CanvasChangeSection {
  var frame: UInt32
  var orientation: Orientation?
  var size: CanvasSection?

  static func list(_ node: JSONNode?) throws(FormatError) -> [CanvasChangeSection] {
    guard let node else { return [] }
    var changes: [CanvasChangeSection] = []
    for element in try node.array(count: 0...1000) {
      let change = try element.object { (reader) throws(FormatError) in
        try CanvasChangeSection(&reader, element, after: changes.last)
      }
      changes.append(change)
    }
    return changes
  }

  private init(
    _ reader: inout ObjectReader, _ node: JSONNode, after previous: CanvasChangeSection?
  ) throws(FormatError) {
    let frameNode = try reader.required("frame")
    frame = try frameNode.uint32(in: 0...ScenarioFile.frameRange.upperBound)
    if let previous, frame <= previous.frame {
      throw frameNode.failure(
        .notAllowed(
          found: frameNode.foundText,
          allowed: "more than \(previous.frame), the frame of the change before"))
    }
    orientation = try ScenarioFile.orientation(reader.optional("orientation"))
    size = try ScenarioFile.optional(reader.optional("size")) {
      (node) throws(FormatError) in try CanvasSection(node)
    }
    guard orientation == nil, size == nil else { return }
    // A misspelled key says more than a missing one.
    try reader.finish()
    throw node.failure(.other("missing key \"orientation\" or \"size\""))
  }
}
