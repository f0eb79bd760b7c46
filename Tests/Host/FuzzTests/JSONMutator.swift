import SimFormats

/// Damage to a JSON value that leaves it JSON.
enum JSONMutator {
  /// Text that means something to every format it may end in.
  static let hostileTexts = [
    "", " ", "a", "x\u{0}y", "\u{1B}[31mred", "\u{202E}evil",
    "a\"'<b>&amp;</script>--> ]]>|`*_[x](y)",
    "line\nline\r\n\ttab", "\u{2028}\u{2029}", "::error::%0A,%", "../../etc/passwd",
    "é🙂\u{FFFE}",
    "frame-interval", "iphone-12", "-", "snow-globe", String(repeating: "long", count: 40),
    String(repeating: "z", count: 5000), "1e5", "NaN", "0x1", "\u{200F}\u{2066}",
  ]

  private static let numbersOfInterest: [JSONOutput] = [
    .integer(0), .integer(-1), .integer(1), .integer(2), .integer(59), .integer(240),
    .integer(4096), .integer(65_535), .integer(2_160_000), .integer(2_160_001),
    .unsigned(4_294_967_295), .unsigned(4_294_967_296), .integer(.max), .integer(.min),
    .unsigned(.max), .number(1e308), .number(-1e308), .number(.leastNonzeroMagnitude), .number(0.1),
    .number(0.5), .number(1e15), .number(-0.5), .number(16_777_217), .number(3.4e38),
  ]

  /// Any value, now and then a deep or a long one.
  static func value(_ numbers: inout FuzzNumbers) -> JSONOutput {
    switch numbers.below(12) {
    case 0...4: return numbers.pick(numbersOfInterest)
    case 5, 6: return .string(numbers.pick(hostileTexts))
    case 7: return .bool(numbers.once(in: 2))
    case 8: return .null
    case 9: return .array((0..<numbers.below(4)).map { _ in numbers.pick(numbersOfInterest) })
    case 10: return .object([(numbers.pick(hostileTexts), numbers.pick(numbersOfInterest))])
    default:
      var value = JSONOutput.integer(1)
      for _ in 0..<numbers.pick([1, 3, 62, 63, 64, 70]) {
        value = numbers.once(in: 2) ? .array([value]) : .object([("a", value)])
      }
      return value
    }
  }

  /// The value with one place changed.
  static func changed(_ value: JSONOutput, _ numbers: inout FuzzNumbers) -> JSONOutput {
    var place = numbers.below(count(value))
    return changed(value, at: &place, &numbers)
  }

  /// Values in all, the outermost among them.
  static func count(_ value: JSONOutput) -> Int {
    switch value {
    case .object(let members): members.reduce(1) { $0 + count($1.1) }
    case .array(let elements): elements.reduce(1) { $0 + count($1) }
    default: 1
    }
  }

  private static func changed(
    _ value: JSONOutput, at place: inout Int, _ numbers: inout FuzzNumbers
  ) -> JSONOutput {
    if place == 0 {
      place = -1
      return other(value, &numbers)
    }
    place -= 1
    switch value {
    case .object(let members):
      return .object(
        members.map { place < 0 ? $0 : ($0.0, changed($0.1, at: &place, &numbers)) })
    case .array(let elements):
      return .array(elements.map { place < 0 ? $0 : changed($0, at: &place, &numbers) })
    default: return value
    }
  }

  /// Every value that differs from this one in a single string or key, which is followed by a
  /// mark, or in a single number, which becomes another.
  static func variants(_ value: JSONOutput, mark: String, number: JSONOutput) -> [JSONOutput] {
    var all: [JSONOutput] = []
    switch value {
    case .object(let members):
      for (index, member) in members.enumerated() {
        var changed = members
        changed[index].0 += mark
        all.append(.object(changed))
        for other in variants(member.1, mark: mark, number: number) {
          changed[index] = (member.0, other)
          all.append(.object(changed))
        }
      }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        for other in variants(element, mark: mark, number: number) {
          var changed = elements
          changed[index] = other
          all.append(.array(changed))
        }
      }
    case .string(let text): all = [.string(text + mark)]
    case .integer, .unsigned, .number: all = [number]
    case .bool, .null: all = [.string(mark), number]
    }
    return all
  }

  private static func other(_ value: JSONOutput, _ numbers: inout FuzzNumbers) -> JSONOutput {
    switch value {
    case .object(var members) where !members.isEmpty && !numbers.once(in: 6):
      let index = numbers.below(members.count)
      switch numbers.below(6) {
      case 0: members.remove(at: index)
      case 1: members.append(members[index])
      case 2: members[index].0 += "x"
      case 3: members.insert((numbers.pick(hostileTexts), self.value(&numbers)), at: index)
      case 4: members.swapAt(index, numbers.below(members.count))
      default: members[index].1 = self.value(&numbers)
      }
      return .object(members)
    case .array(var elements) where !elements.isEmpty && !numbers.once(in: 6):
      let index = numbers.below(elements.count)
      switch numbers.below(4) {
      case 0: elements.remove(at: index)
      case 1: elements.insert(elements[index], at: index)
      case 2: elements.swapAt(index, numbers.below(elements.count))
      default: elements[index] = self.value(&numbers)
      }
      return .array(elements)
    default: return self.value(&numbers)
    }
  }
}
