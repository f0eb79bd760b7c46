/// An invariant, a response property or a coverage goal of a scene or model.
public struct PropertyDescriptor: Sendable {
  /// When the property must hold.
  public enum Kind: Equatable, Sendable {
    /// After every step.
    case always
    /// True in at least one step of any run: a coverage goal.
    case sometimes
    /// Within this many steps after a condition begins, unless the condition ends before.
    case leadsTo(withinSteps: UInt32)

    /// The kind's name in files and reports.
    package var name: StaticString {
      switch self {
      case .always: "always"
      case .sometimes: "sometimes"
      case .leadsTo: "leads-to"
      }
    }

    /// Every kind, with some number of steps.
    package static var all: [Kind] { [.always, .sometimes, .leadsTo(withinSteps: 1)] }
  }

  /// The kebab-case name.
  package var name: StaticString
  /// The statement of the property, in one sentence.
  package var summary: StaticString
  /// The requirement behind it; empty if there is none.
  package var requirement: StaticString
  /// When it must hold.
  package var kind: Kind

  /// Describes a property that must hold after every step.
  public static func always(
    _ name: StaticString, _ summary: StaticString, requirement: StaticString = ""
  ) -> PropertyDescriptor {
    PropertyDescriptor(name: name, summary: summary, requirement: requirement, kind: .always)
  }

  /// Describes a coverage goal: it should be true in at least one step of any run.
  public static func sometimes(
    _ name: StaticString, _ summary: StaticString, requirement: StaticString = ""
  ) -> PropertyDescriptor {
    PropertyDescriptor(name: name, summary: summary, requirement: requirement, kind: .sometimes)
  }

  /// Describes a property that must hold within a number of steps after a condition begins, unless
  /// the condition ends before.
  ///
  /// - Parameter steps: 1 or more.
  public static func leadsTo(
    _ name: StaticString, _ summary: StaticString, requirement: StaticString = "",
    withinSteps steps: UInt32
  ) -> PropertyDescriptor {
    PropertyDescriptor(
      name: name, summary: summary, requirement: requirement,
      kind: .leadsTo(withinSteps: max(1, steps)))
  }
}
