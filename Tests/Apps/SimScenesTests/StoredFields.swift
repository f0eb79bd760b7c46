@_spi(Reflection) import Swift

/// A number, truth value or plain enumeration stored somewhere inside a value, arrays included.
struct StoredField {
  /// What the memory holds.
  enum Content: Equatable {
    case float
    case integer(bitCount: Int)
    case truth
    case enumeration(caseCount: Int)
  }

  /// The names from the outside in, without indices, as in `flakes.x`.
  var name: String
  /// The index in the innermost array or vector on the way; 0 outside of them.
  var entity: Int
  /// Where it is, while the walk's body runs.
  var address: UnsafeMutableRawPointer
  var content: Content

  /// How many other values the changes below make: one per bit, or one per other case.
  var changeCount: Int {
    switch content {
    case .float: 32
    case .integer(let bitCount): bitCount
    case .truth: 1
    case .enumeration(let caseCount): caseCount - 1
    }
  }

  /// Changes one bit, or the case, for the duration of a closure.
  func withChange<R>(_ number: Int, _ body: () -> R) -> R {
    let byte = address.assumingMemoryBound(to: UInt8.self)
      .advanced(by: isEnumeration ? 0 : number / 8)
    let before = byte.pointee
    if case .enumeration(let caseCount) = content {
      byte.pointee = UInt8((Int(before) + number + 1) % caseCount)
    } else {
      byte.pointee ^= 1 << UInt8(number % 8)
    }
    defer { byte.pointee = before }
    return body()
  }

  /// The bits at the moment, those of the first byte for an enumeration.
  var bits: UInt64 {
    switch content {
    case .float: UInt64(address.load(as: UInt32.self))
    case .integer(let bitCount):
      (0..<bitCount / 8).reduce(0) {
        $0 | UInt64(address.load(fromByteOffset: $1, as: UInt8.self)) << UInt64(8 * $1)
      }
    case .truth, .enumeration: UInt64(address.load(as: UInt8.self))
    }
  }

  private var isEnumeration: Bool {
    if case .enumeration = content { true } else { false }
  }

  /// The number stored in it at the moment, when it is a floating-point number.
  var float: Float? {
    content == .float ? address.load(as: Float.self) : nil
  }
}

/// Walks the stored fields of any value by the compiler's own description of its type.
///
/// A field added to a type is therefore found without anybody listing it, private ones included.
/// Changes are made in place, so a value is never copied for them.
struct FieldWalk {
  /// Every field met.
  private(set) var fields: [StoredField] = []
  /// Names whose type the walk cannot look into; a test must see none.
  private(set) var unknown: [String] = []
  /// Names of optional fields that hold nothing, and of arrays without elements.
  private(set) var absent: Set<String> = []
  /// Names of the fields left out, with all that lies within.
  private let derived: Set<String>
  /// Which indices of an array with the given count are looked at.
  private let sample: (Int) -> [Int]

  /// Finds the fields of a value and hands them to a closure, with the place they lie in.
  static func visit<T, R>(
    _ value: T, derived: Set<String>, sample: @escaping (Int) -> [Int],
    _ body: (UnsafeMutablePointer<T>, FieldWalk) throws -> R
  ) rethrows -> R {
    let place = UnsafeMutablePointer<T>.allocate(capacity: 1)
    place.initialize(to: value)
    defer {
      place.deinitialize(count: 1)
      place.deallocate()
    }
    var walk = FieldWalk(derived: derived, sample: sample)
    walk.enter(T.self, at: UnsafeMutableRawPointer(place), name: "", entity: nil)
    return try body(place, walk)
  }

  private init(derived: Set<String>, sample: @escaping (Int) -> [Int]) {
    self.derived = derived
    self.sample = sample
  }

  private mutating func enter(
    _ type: Any.Type, at address: UnsafeMutableRawPointer, name: String, entity: Int?
  ) {
    func found(_ content: StoredField.Content) -> StoredField {
      StoredField(name: name, entity: entity ?? 0, address: address, content: content)
    }
    if type == Float.self {
      fields.append(found(.float))
    } else if type == Bool.self {
      fields.append(found(.truth))
    } else if let integer = type as? any FixedWidthInteger.Type {
      fields.append(found(.integer(bitCount: integer.bitWidth)))
    } else if let array = type as? any StoredArray.Type {
      let (base, count, stride) = array.storage(at: address)
      if count == 0 { absent.insert(name) }
      for index in sample(count) {
        enter(array.elementType, at: base + index * stride, name: name, entity: index)
      }
    } else if let vector = type as? any StoredVector.Type {
      for index in 0..<vector.laneCount {
        enter(
          vector.laneType, at: address + index * vector.laneStride, name: name, entity: index)
      }
    } else if let optional = type as? any StoredOptional.Type {
      if optional.hasValue(at: address) {
        enter(optional.wrappedType, at: address, name: name, entity: entity)
      } else {
        absent.insert(name)
      }
    } else if let enumeration = type as? any CaseIterable.Type {
      fields.append(found(.enumeration(caseCount: Self.caseCount(enumeration))))
    } else {
      enterStructure(type, at: address, name: name, entity: entity)
    }
  }

  /// Whether a field of that name was met, or anything within it.
  func stores(_ name: String) -> Bool {
    (fields.map(\.name) + Array(absent) + unknown).contains {
      $0 == name || $0.hasPrefix(name + ".") || $0.hasPrefix(name + ":")
    }
  }

  private mutating func enterStructure(
    _ type: Any.Type, at address: UnsafeMutableRawPointer, name: String, entity: Int?
  ) {
    var parts: [(name: String, offset: Int, type: Any.Type)] = []
    let isKnown = _forEachField(of: type, options: []) { label, offset, type, _ in
      parts.append((String(cString: label), offset, type))
      return true
    }
    if !isKnown || parts.isEmpty { unknown.append("\(name): \(type)") }
    for part in parts {
      let path = name.isEmpty ? part.name : name + "." + part.name
      if derived.contains(path) { continue }
      enter(part.type, at: address + part.offset, name: path, entity: entity)
    }
  }

  private static func caseCount<C: CaseIterable>(_ type: C.Type) -> Int { C.allCases.count }
}

/// An optional of any type, whose value lies where the optional does.
private protocol StoredOptional {
  static var wrappedType: Any.Type { get }
  static func hasValue(at address: UnsafeMutableRawPointer) -> Bool
}

extension Optional: StoredOptional {
  fileprivate static var wrappedType: Any.Type { Wrapped.self }

  fileprivate static func hasValue(at address: UnsafeMutableRawPointer) -> Bool {
    address.assumingMemoryBound(to: Wrapped?.self).pointee != nil
  }
}

/// A vector of numbers, seen as memory.
private protocol StoredVector {
  static var laneType: Any.Type { get }
  static var laneCount: Int { get }
  static var laneStride: Int { get }
}

extension SIMD8: StoredVector {
  fileprivate static var laneType: Any.Type { Scalar.self }
  fileprivate static var laneCount: Int { 8 }
  fileprivate static var laneStride: Int { MemoryLayout<Scalar>.stride }
}

/// An array of any element type, seen as memory.
private protocol StoredArray {
  static var elementType: Any.Type { get }
  static func storage(
    at address: UnsafeMutableRawPointer
  ) -> (base: UnsafeMutableRawPointer, count: Int, stride: Int)
}

extension Array: StoredArray {
  fileprivate static var elementType: Any.Type { Element.self }

  fileprivate static func storage(
    at address: UnsafeMutableRawPointer
  ) -> (base: UnsafeMutableRawPointer, count: Int, stride: Int) {
    // Asking for mutable storage gives the array a buffer of its own.
    address.assumingMemoryBound(to: [Element].self).pointee.withUnsafeMutableBufferPointer {
      (UnsafeMutableRawPointer($0.baseAddress) ?? address, $0.count, MemoryLayout<Element>.stride)
    }
  }
}
