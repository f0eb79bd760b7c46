import SimMath

/// A sample that the sensor measured and that is not delivered to the application yet.
struct QueuedSample: Sendable {
  var position = Vector2.zero
  var timestampNanoseconds: UInt64 = 0
  var pressure: Float = 0
  /// The first frame in which it may be delivered.
  var frame: UInt32 = 0
  /// Whether the contact lifts with this sample.
  var isLast = false
}

/// A contact on the sensor, with its pending samples.
struct LiveContact: Sendable {
  /// The maximum number of pending samples; if full, the newest is replaced, which keeps the order.
  static var queueCapacity: Int { 64 }

  var plan = ContactPlan()
  /// The identifier; 0 until the contact is reported.
  var id: UInt32 = 0
  /// The index of its queue.
  var queue: UInt8 = 0
  var head: UInt8 = 0
  var count: UInt8 = 0
  /// The number of samples to gather before a held group is released.
  var holdCount: UInt8 = 0
  /// Whether its last sample was measured.
  var isOver = false
  /// Whether a smaller canvas no longer contains it: it ends with the next measurement.
  var hasLeft = false
  /// Whether it was reported to the application.
  var hasBegun = false
  /// The last measured position.
  var measured = Vector2.zero
  /// The newest delivered sample.
  var arrived = QueuedSample()
}
