/// An invariant, a response property or a coverage goal of a scene or model.
public struct PropertyDescriptor: Sendable {
  /// The time within which a consequence must follow.
  public enum Deadline: Equatable, Sendable {
    /// Frames of a scene, or events of a model; 0 counts as 1.
    case frames(UInt32)
    /// Seconds of the run's clock, whatever its frame rate.
    case seconds(Double)
  }

  /// When the property must hold.
  package enum Kind: Equatable, Sendable {
    /// After every step.
    case always
    /// True in at least one step of any run: a coverage goal.
    case sometimes
    /// Within this time after a condition begins, unless the condition ends before.
    case leadsTo(within: Deadline)

    /// The kind's name in files and reports.
    package var name: StaticString {
      switch self {
      case .always: "always"
      case .sometimes: "sometimes"
      case .leadsTo: "leads-to"
      }
    }

    /// Every kind, with some deadline.
    package static var all: [Kind] { [.always, .sometimes, .leadsTo(within: .frames(1))] }
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

  /// Describes a property that must hold within some time after a condition begins, unless the
  /// condition ends before.
  ///
  ///     .leadsTo("returns", "A popped bubble returns.", within: .seconds(2))
  public static func leadsTo(
    _ name: StaticString, _ summary: StaticString, requirement: StaticString = "",
    within deadline: Deadline
  ) -> PropertyDescriptor {
    PropertyDescriptor(
      name: name, summary: summary, requirement: requirement,
      kind: .leadsTo(within: deadline))
  }
}
