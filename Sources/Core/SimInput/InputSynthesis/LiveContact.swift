import SimMath

/// A sample on its way from the sensor to the application.
struct QueuedSample: Sendable {
  var position = Vector2.zero
  var timestampNanoseconds: UInt64 = 0
  var pressure: Float = 0
  /// The frame in which it may arrive at the earliest.
  var frame: UInt32 = 0
  /// Whether the contact lifts with it.
  var isLast = false
}

/// A contact the sensor sees, with the samples that have not arrived yet.
struct LiveContact: Sendable {
  /// Samples under way at most; when full the newest is replaced, so nothing is out of order.
  static var queueCapacity: Int { 64 }

  var plan = ContactPlan()
  /// 0 until it is reported.
  var id: UInt32 = 0
  /// Which of the queues is its own.
  var queue: UInt8 = 0
  var head: UInt8 = 0
  var count: UInt8 = 0
  /// Samples still to gather before a held group is released.
  var holdCount: UInt8 = 0
  /// Whether the sensor has seen its last sample.
  var isOver = false
  /// Whether the canvas became too small for it: it ends with the next measurement.
  var hasLeft = false
  /// Whether the application has been told of it.
  var hasBegun = false
  /// What the sensor measured last.
  var measured = Vector2.zero
  /// The newest sample that arrived.
  var arrived = QueuedSample()
}
