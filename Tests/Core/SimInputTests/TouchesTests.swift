import SimInput
import SimMath
import Testing

/// Goal: the obvious loop over a frame's contacts sees those that the frame has, no others.
///
/// Method: a frame with eleven contacts, then one with fewer in the same storage, whose slots
/// behind the last contact still hold the earlier ones.
struct TouchesTests {
  private static func touch(_ id: UInt32, _ phase: TouchPhase = .moved) -> Touch {
    Touch(
      id: id, phase: phase, kind: .finger, position: Vector2(Float(id), 0),
      previousPosition: .zero, radius: 8, pressure: 0, timestampNanoseconds: 0)
  }

  private static func sample(_ id: UInt32, _ y: Float) -> TouchSample {
    TouchSample(touchID: id, position: Vector2(0, y), timestampNanoseconds: 0)
  }

  /// A frame with some contacts, after one with as many as fit.
  private static func input(_ touches: [Touch]) -> FrameInput {
    var input = FrameInput()
    input.begin(frame: 0, timeNanoseconds: 0)
    for id in 100..<111 as Range<UInt32> { input.append(touch(id)) }
    #expect(input.touches.count == FrameInput.maximumTouchCount)
    #expect(!input.append(touch(111)) && input.touches.last?.id == 110)
    input.begin(frame: 1, timeNanoseconds: 0)
    for touch in touches { input.append(touch) }
    return input
  }

  @Test func onlyContactsOfTheFrameAreVisited() {
    for count in 0...11 as ClosedRange<UInt32> {
      let input = Self.input((0..<count).map { Self.touch($0) })
      var seen: [UInt32] = []
      for touch in input.touches { seen.append(touch.id) }
      #expect(seen == Array(0..<count))
      #expect(input.touches.isEmpty == (count == 0) && input.touches.count == Int(count))
      #expect(input.touches.first?.id == (count > 0 ? 0 : nil))
      #expect(input.touches.last?.id == (count > 0 ? count - 1 : nil))
      #expect(!input.touches.contains { $0.id >= 100 } && input.touch(withID: 100) == nil)
      #expect(input.touches.reversed().map { $0.id } == (0..<count).reversed())
    }
  }

  @Test func filteredContactsAreTheSameKindOfCollection() {
    let all = (0..<11 as Range<UInt32>).map { Self.touch($0, $0 % 3 == 0 ? .ended : .moved) }
    let input = Self.input(all)
    for mask in 0..<2048 as Range<UInt32> {
      let kept: Touches = input.touches.filter { mask >> $0.id & 1 == 1 }
      #expect(kept.elementsEqual(all.filter { mask >> $0.id & 1 == 1 }))
      let twice: Touches = kept.filter { $0.phase.isDown }
      #expect(twice.map { $0.id } == kept.map { $0.id }.filter { $0 % 3 != 0 })
    }
    #expect(input.touches.count == 11)
  }

  @Test func samplesBelongToTheirContact() {
    var input = Self.input([])
    for id in 0..<3 as Range<UInt32> {
      input.append(Self.touch(id))
      for index in 0..<id { input.append(Self.sample(id, Float(index))) }
    }
    #expect(input.samples.count == 3 && input.samples.map { $0.touchID } == [1, 2, 2])
    for touch in input.touches {
      #expect(
        input.samples(of: touch).map { $0.position.y } == (0..<touch.id).map { Float($0) })
    }
    // A contact kept from this frame has no samples in the next one, which has others there.
    let kept = input.touches[2]
    input.begin(frame: 2, timeNanoseconds: 0)
    #expect(input.samples.isEmpty && input.samples(of: kept).isEmpty)
    input.append(Self.touch(7))
    for index in 0..<4 { input.append(Self.sample(7, Float(index))) }
    #expect(input.samples(of: kept).isEmpty)
  }
}
