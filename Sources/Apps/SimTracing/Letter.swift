/// The letters that can be traced, capitals before lowercase letters.
package enum Letter: UInt8, CaseIterable, Equatable, Sendable {
  /// The capital A.
  case capitalA
  /// The capital S.
  case capitalS
  /// The capital O.
  case capitalO
  /// The capital B.
  case capitalB
  /// The capital D.
  case capitalD
  /// The capital C.
  case capitalC
  /// The capital E.
  case capitalE
  /// The lowercase letter a.
  case smallA
  /// The lowercase letter s.
  case smallS
  /// The lowercase letter o.
  case smallO
  /// The lowercase letter b.
  case smallB
  /// The lowercase letter d.
  case smallD
  /// The lowercase letter c.
  case smallC
  /// The lowercase letter e.
  case smallE

  /// The ASCII code of the letter.
  package var code: UInt8 {
    switch self {
    case .capitalA: UInt8(ascii: "A")
    case .capitalS: UInt8(ascii: "S")
    case .capitalO: UInt8(ascii: "O")
    case .capitalB: UInt8(ascii: "B")
    case .capitalD: UInt8(ascii: "D")
    case .capitalC: UInt8(ascii: "C")
    case .capitalE: UInt8(ascii: "E")
    case .smallA: UInt8(ascii: "a")
    case .smallS: UInt8(ascii: "s")
    case .smallO: UInt8(ascii: "o")
    case .smallB: UInt8(ascii: "b")
    case .smallD: UInt8(ascii: "d")
    case .smallC: UInt8(ascii: "c")
    case .smallE: UInt8(ascii: "e")
    }
  }

  /// The letter with an ASCII code, if it can be traced.
  package init?(code: UInt8) {
    for letter in Letter.allCases where letter.code == code {
      self = letter
      return
    }
    return nil
  }

  /// Whether the letter is a capital.
  package var isCapital: Bool { rawValue < Letter.smallA.rawValue }
}
