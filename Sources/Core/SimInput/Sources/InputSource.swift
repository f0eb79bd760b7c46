import SimMath

/// Where a frame's touch and motion come from: a generator, a recording, or a device in use.
///
/// A frame loop asks its source once for every frame that the scene runs, in order, and does not
/// know which kind it has. A source allocates nothing when asked.
public protocol InputSource: StateFields {
  /// Makes the input of a frame.
  ///
  /// Motion is in the device's own axes; nil says that the device has no sensors, or that they are
  /// off.
  ///
  /// - Parameters:
  ///   - input: is started anew by `FrameInput.begin`, with the given numbers.
  ///   - frame: the frame's index, counted in frames that the scene runs.
  ///   - timeNanoseconds: from the start of the run to the start of the frame.
  mutating func fill(_ input: inout FrameInput, frame: UInt32, timeNanoseconds: UInt64)

  /// The canvas has another size from the next frame on.
  mutating func resize(widthPoints: Float, heightPoints: Float)

  /// What became of the events so far; nothing unless the source counts them.
  var tally: InputTally { get }
}

extension InputSource {
  /// Does nothing.
  public mutating func resize(widthPoints: Float, heightPoints: Float) {}
  /// Nothing.
  public var tally: InputTally { InputTally() }
}
