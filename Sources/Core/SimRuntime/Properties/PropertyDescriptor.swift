/// Something that has to hold of a scene or model, or should happen now and then.
public struct PropertyDescriptor: Sendable {
  /// When it has to hold.
  public enum Kind: Equatable, Sendable {
    /// After every step.
    case always
    /// In some step of all runs together: a mark that shows what runs have reached.
    case sometimes
    /// So many steps after a condition at most, as long as that goes on.
    case leadsTo(withinSteps: UInt32)

    /// The kind's name in files and reports.
    package var name: StaticString {
      switch self {
      case .always: "always"
      case .sometimes: "sometimes"
      case .leadsTo: "leads-to"
      }
    }
  }

  /// The kebab-case name.
  package var name: StaticString
  /// What it says, in a sentence.
  package var summary: StaticString
  /// The requirement it follows from; empty for none.
  package var requirement: StaticString
  /// When it has to hold.
  package var kind: Kind

  /// Describes what holds after every step.
  public static func always(
    _ name: StaticString, _ summary: StaticString, requirement: StaticString = ""
  ) -> PropertyDescriptor {
    PropertyDescriptor(name: name, summary: summary, requirement: requirement, kind: .always)
  }

  /// Describes what happens in some step of all runs.
  public static func sometimes(
    _ name: StaticString, _ summary: StaticString, requirement: StaticString = ""
  ) -> PropertyDescriptor {
    PropertyDescriptor(name: name, summary: summary, requirement: requirement, kind: .sometimes)
  }

  /// Describes what follows from a condition that goes on, so many steps later at most.
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
