import SimMath

/// A source of touch and motion: a generator, a recording, or a device in use.
///
/// A frame loop calls its source once for every frame that the scene runs, in order, and does not
/// know its kind. A source must not allocate in `fill`.
public protocol InputSource: StateFields {
  /// Provides the input of a frame.
  ///
  /// Motion is in device axes; nil for a device without sensors, or with disabled ones.
  ///
  /// - Parameters:
  ///   - input: must be reset with `FrameInput.begin`, with the given numbers.
  ///   - frame: the index of the frame among the frames that the scene runs.
  ///   - timeNanoseconds: the time from the start of the run to the start of the frame.
  mutating func fill(_ input: inout FrameInput, frame: UInt32, timeNanoseconds: UInt64)

  /// Changes the size of the canvas from the next frame on.
  mutating func resize(widthPoints: Float, heightPoints: Float)

  /// The outcome of the events so far; zeros by default.
  var tally: InputTally { get }
}

extension InputSource {
  /// Does nothing.
  public mutating func resize(widthPoints: Float, heightPoints: Float) {}
  /// Zeros.
  public var tally: InputTally { InputTally() }
}
