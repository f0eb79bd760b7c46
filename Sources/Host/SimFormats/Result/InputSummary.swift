import SimInput

/// What the scene was given to feel.
package struct InputSummary: Equatable, Sendable {
  /// Contacts that began.
  package var touches: UInt64
  /// Sensor samples delivered.
  package var samples: UInt64
  /// The maximum count of contacts in one frame.
  package var maximumTouches: UInt32
  /// Frames with contacts.
  package var framesTouched: UInt32
  /// Frames in which the device was shaken: 0.5 g or more within the last quarter of a second.
  package var framesShaken: UInt32
  /// Frames spent in the background.
  package var framesInBackground: UInt32
  /// The outcomes of synthetic events; nil in older results without them.
  package var events: InputTally?

  /// Makes a summary of a run without input.
  package init() {
    touches = 0
    samples = 0
    maximumTouches = 0
    framesTouched = 0
    framesShaken = 0
    framesInBackground = 0
  }
}
