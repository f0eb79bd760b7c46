import SimbenchKit

extension SelfieModel {
  /// Generates the actions of a user with two devices, and decisions about Pro and the account.
  package static func act(_ history: inout WorkloadGenerator, _ context: ModelContext) {
    // Some touch the app before the first download is complete.
    history.wait(200 * Nanoseconds.millisecond)
    while history.hasTime {
      switch history.stream.below(20) {
      case 0, 1, 2, 3, 4: set(&history, SelfieEvent.set)
      case 5, 6, 7: slide(&history)
      case 8, 9, 10: set(&history, SelfieEvent.peerSet)
      case 11, 12: conflict(&history)
      case 13, 14: capture(&history)
      case 15: history.add(SelfieEvent.syncNow)
      case 16, 17: history.add(SelfieEvent.pro, UInt64(history.stream.below(2)))
      case 18: history.add(SelfieEvent.reach, history.stream.chance(1, in: 3) ? 0 : 1)
      default: if history.stream.chance(1, in: 3) { changeAccount(&history) }
      }
      history.wait(
        about: history.stream.chance(1, in: 3) ? Nanoseconds.second / 4 : 2 * Nanoseconds.second)
    }
  }

  private static func value(_ field: SelfieField, _ stream: inout RandomStream) -> UInt64 {
    let range = field.range
    return UInt64(range.lowerBound &+ stream.below(range.upperBound &- range.lowerBound &+ 1))
  }

  private static func field(_ place: UInt32) -> SelfieField {
    SelfieField(rawValue: UInt8(place)) ?? .color
  }

  private static func set(_ history: inout WorkloadGenerator, _ event: SelfieEvent) {
    let field = field(history.stream.below(UInt32(SelfieField.plainCount)))
    history.add(event, UInt64(field.rawValue), value(field, &history.stream))
  }

  /// Moves a slider, and at times leaves it for something else before it is written.
  private static func slide(_ history: inout WorkloadGenerator) {
    let first = UInt32(SelfieField.plainCount)
    let field = field(first + history.stream.below(UInt32(SelfieField.count) - first))
    for _ in 0..<2 + history.stream.below(6) {
      history.add(SelfieEvent.set, UInt64(field.rawValue), value(field, &history.stream))
      history.wait(about: 120 * Nanoseconds.millisecond)
    }
    switch history.stream.below(5) {
    case 0: set(&history, .set)
    case 1: history.add(SelfieEvent.syncNow)
    default: break
    }
  }

  /// Edits on both devices at about the same time, often of one setting.
  private static func conflict(_ history: inout WorkloadGenerator) {
    let field = field(history.stream.below(UInt32(SelfieField.count)))
    history.add(SelfieEvent.set, UInt64(field.rawValue), value(field, &history.stream))
    history.wait(about: 300 * Nanoseconds.millisecond)
    if history.stream.chance(1, in: 2) {
      history.add(SelfieEvent.peerSet, UInt64(field.rawValue), value(field, &history.stream))
    } else {
      set(&history, .peerSet)
    }
  }

  /// Takes a photo; at times Pro is lost or bought before it is taken.
  private static func capture(_ history: inout WorkloadGenerator) {
    history.add(SelfieEvent.shutter)
    guard history.stream.chance(1, in: 3) else { return }
    history.wait(about: Nanoseconds.second)
    history.add(SelfieEvent.pro, UInt64(history.stream.below(2)))
    history.wait(about: 3 * Nanoseconds.second)
  }

  /// Signs a device in to another account, and mostly back again.
  private static func changeAccount(_ history: inout WorkloadGenerator) {
    let device = UInt64(history.stream.below(2))
    history.add(SelfieEvent.account, device, 1)
    for _ in 0..<2 + history.stream.below(4) {
      history.wait(about: 3 * Nanoseconds.second)
      set(&history, history.stream.chance(1, in: 2) ? .set : .peerSet)
    }
    if history.stream.chance(4, in: 5) { history.add(SelfieEvent.account, device, 0) }
  }
}
