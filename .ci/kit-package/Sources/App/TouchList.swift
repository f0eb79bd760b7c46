import SimbenchKit

/// A source of one's own: one finger, whose position in each frame is on a list.
struct TouchList: InputSource {
  let positions: [Vector2]

  mutating func fill(_ input: inout FrameInput, frame: UInt32, timeNanoseconds: UInt64) {
    input.begin(frame: frame, timeNanoseconds: timeNanoseconds)
    let index = Int(frame)
    guard index < positions.count else { return }
    input.append(
      Touch(
        id: 1, phase: index == 0 ? .began : .moved, kind: .finger, position: positions[index],
        previousPosition: positions[max(index - 1, 0)], radius: 8, pressure: 0,
        timestampNanoseconds: timeNanoseconds))
  }

  mutating func visitState(_ visitor: inout some StateVisitor) { visitor.derived("positions") }
}
