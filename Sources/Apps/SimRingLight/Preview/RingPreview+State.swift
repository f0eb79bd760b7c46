import SimbenchKit

extension RingPreview {
  /// Visits every stored field, except those that follow from the plan; the layout follows from the
  /// canvas.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  public mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.constant(seed, "seed")
    visitor.constant(stepSeconds, "stepSeconds")
    visitor.constant(framesPerSecond, "framesPerSecond")
    visitor.constant(parameters, "parameters")
    visitor.derived("initial")
    visitor.derived("finders")
    visitor.derived("zoomKeep")
    visitor.derived("centeringKeep")
    visitor.field(&canvas, "canvas")
    if visitor.derived("layout") { layOut(&visitor) }
    visitor.field(&frame, "frame")
    visitor.field(&isEntitled, "isEntitled")
    visitGiven(&visitor)
    visitor.field(&camera, "camera")
    visitor.field(&touched, "touched")
    visitor.field(&settings, "settings")
    visitor.field(&ring, "ring")
    visitor.field(&thickness, "thickness")
    visitor.field(&capture, "capture")
    // While entitled, or without a capture, the next step sets it.
    visitor.when(!isEntitled && capture.phase != .idle) {
      $0.field(&isCaptureEntitled, "isCaptureEntitled")
    }
    visitor.field(&exposure, "exposure")
    visitor.field(&zoom, "zoom")
    visitor.field(&center, "center")
    visitor.field(&shift, "shift")
    visitor.field(&room, "room")
    visitor.field(&ringLight, "ringLight")
    visitor.field(&photo, "photo")
    visitor.field(&transitions, "transitions")
    visitor.derived("image")
  }

  /// Recomputes the layout after the canvas was restored.
  private mutating func layOut(_ visitor: inout some StateVisitor) {
    let (sizes, scales): (ClosedRange<Float>, ClosedRange<Float>) = (1...4_096, 1...4)
    guard sizes.contains(canvas.widthPoints), sizes.contains(canvas.heightPoints),
      scales.contains(canvas.scale)
    else { return visitor.refuse("canvas") }
    layout = PreviewLayout(canvas)
  }

  /// Visits the identity of the supplied pictures.
  private func visitGiven(_ visitor: inout some StateVisitor) {
    // The plan determines whether there are any.
    if given == nil { visitor.derived("given") }
    visitor.enter("given")
    visitor.when(given != nil) {
      guard let given else { return }
      $0.constant(given.framesPerPicture, "framesPerPicture")
      Self.visit(given.front, "front", &$0)
      Self.visit(given.back, "back", &$0)
    }
    visitor.leave()
  }

  /// Visits the number of pictures of a camera, and a hash of each one's pixels.
  private static func visit<Visitor: StateVisitor>(
    _ pictures: [CameraPicture], _ name: StaticString, _ visitor: inout Visitor
  ) {
    visitor.enter(name)
    visitor.constant(UInt32(truncatingIfNeeded: pictures.count), "")
    for index in pictures.indices {
      visitor.element(UInt32(truncatingIfNeeded: index))
      visitor.derived("width")
      visitor.derived("height")
      visitor.derived("pixels")
      visitor.constant(pictures[index].hash, "hash")
    }
    visitor.leave()
  }
}

extension TouchedSettings: StateFields {
  /// Visits every stored field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&isRingToggled, "isRingToggled")
    visitor.field(&presetShift, in: 0...6, "presetShift")
    visitor.field(&brightness, "brightness")
    visitor.field(&zoom, "zoom")
    visitor.field(&pinchStart, "pinchStart")
    visitor.field(&pinchZoom, "pinchZoom")
    visitor.field(&sliderTouch, "sliderTouch")
    visitor.field(&isShutterPressed, "isShutterPressed")
    visitor.field(&isCameraSwitched, "isCameraSwitched")
  }
}

extension PhotoRecord: StateFields {
  /// Visits every stored field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&frame, "frame")
    visitor.field(&isFlashed, "isFlashed")
    visitor.field(&isFused, "isFused")
    visitor.field(&isHighQuality, "isHighQuality")
    visitor.field(&isMirrored, "isMirrored")
    visitor.field(&isSmoothed, "isSmoothed")
  }
}

extension CameraSettings: StateFields {
  /// Visits every stored field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&isRingOn, "isRingOn")
    visitor.field(&preset, "preset")
    visitor.field(&kelvin, "kelvin")
    visitor.field(&thickness, "thickness")
    visitor.field(&brightness, "brightness")
    visitor.field(&timer, "timer")
    visitor.field(&flash, "flash")
    visitor.field(&isFlashSynced, "isFlashSynced")
    visitor.field(&isMirrored, "isMirrored")
    visitor.field(&isSmoothing, "isSmoothing")
    visitor.field(&isCentering, "isCentering")
    visitor.field(&hdr, "hdr")
    visitor.field(&isHighQuality, "isHighQuality")
    visitor.field(&showsGrid, "showsGrid")
    visitor.field(&exposureStops, "exposureStops")
  }
}
