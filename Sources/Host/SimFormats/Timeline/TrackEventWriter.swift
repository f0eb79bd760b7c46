/// Writes a trace of track events as Perfetto reads it: tracks with names, and slices, instants and
/// counters on them.
///
/// The numbers of the fields are those of Perfetto's stable format: a trace is packets (1); a
/// packet has a time (8), a sequence (10) and an event (11) or the description of a track (60); an
/// event has a type (9), a track (11), a name (23) and a counter's value (30).
package struct TrackEventWriter {
  /// What an event is.
  private enum Kind: UInt64 {
    case sliceBegin = 1
    case sliceEnd = 2
    case instant = 3
    case counter = 4
  }

  /// A track that events are on.
  package struct Track: Equatable, Sendable {
    fileprivate var identifier: UInt64
  }

  /// The bytes so far.
  package private(set) var bytes: [UInt8] = []
  private var trackCount: UInt64 = 0

  /// Makes an empty trace.
  package init() {}

  /// Describes a track.
  ///
  /// - Parameters:
  ///   - parent: the track that it is below.
  ///   - isCounter: whether it shows a number over time.
  package mutating func addTrack(
    _ name: String, below parent: Track? = nil, isCounter: Bool = false
  ) -> Track {
    trackCount += 1
    var description = ProtobufMessage()
    description.add(1, trackCount)
    description.add(2, name)
    if let parent { description.add(5, parent.identifier) }
    if isCounter { description.add(8, ProtobufMessage()) }
    var packet = ProtobufMessage()
    packet.add(10, Self.sequence)
    packet.add(60, description)
    append(packet)
    return Track(identifier: trackCount)
  }

  /// Something begins.
  package mutating func begin(_ name: String, on track: Track, at nanoseconds: UInt64) {
    append(.sliceBegin, track, nanoseconds) { $0.add(23, name) }
  }

  /// What began last on the track, and has not ended, ends.
  package mutating func end(on track: Track, at nanoseconds: UInt64) {
    append(.sliceEnd, track, nanoseconds) { _ in }
  }

  /// Something happens.
  package mutating func mark(_ name: String, on track: Track, at nanoseconds: UInt64) {
    append(.instant, track, nanoseconds) { $0.add(23, name) }
  }

  /// A number has another value.
  package mutating func count(_ value: UInt64, on track: Track, at nanoseconds: UInt64) {
    append(.counter, track, nanoseconds) { $0.add(30, value) }
  }

  /// All packets are of one sequence.
  private static var sequence: UInt64 { 1 }

  private mutating func append(
    _ kind: Kind, _ track: Track, _ nanoseconds: UInt64, _ fill: (inout ProtobufMessage) -> Void
  ) {
    var event = ProtobufMessage()
    event.add(9, kind.rawValue)
    event.add(11, track.identifier)
    fill(&event)
    var packet = ProtobufMessage()
    packet.add(8, nanoseconds)
    packet.add(10, Self.sequence)
    packet.add(11, event)
    append(packet)
  }

  private mutating func append(_ packet: ProtobufMessage) {
    var trace = ProtobufMessage()
    trace.add(1, packet)
    bytes += trace.bytes
  }
}

/// A message in the encoding of protocol buffers: fields with a number each, in any order.
private struct ProtobufMessage {
  private(set) var bytes: [UInt8] = []

  /// Adds a whole number.
  mutating func add(_ field: UInt64, _ value: UInt64) {
    append(field &<< 3)
    append(value)
  }

  /// Adds a text.
  mutating func add(_ field: UInt64, _ text: String) { add(field, Array(text.utf8)) }

  /// Adds a message.
  mutating func add(_ field: UInt64, _ message: ProtobufMessage) { add(field, message.bytes) }

  private mutating func add(_ field: UInt64, _ content: [UInt8]) {
    append(field &<< 3 | 2)
    append(UInt64(content.count))
    bytes += content
  }

  /// Seven bits a byte, the lowest first.
  private mutating func append(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
