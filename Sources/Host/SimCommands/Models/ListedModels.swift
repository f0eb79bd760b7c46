import SimFormats
import SimHarness
import SimReport
import SimRuntime
import SimWorld

/// A kind of fault that is listed.
struct ListedFault: Sendable {
  var name: String
  var summary: String
  /// The models that have it of their own; empty for one that every model has.
  var models: [String]

  var details: [String] { models.isEmpty ? [] : ["of \(models.joined(separator: ", "))"] }

  /// The kinds that every model has, then those of their own.
  static func all(of models: [ModelDescriptor]) -> [ListedFault] {
    var faults = WorldFault.allCases.map {
      ListedFault(name: "\($0.descriptor.name)", summary: "\($0.descriptor.summary)", models: [])
    }
    for model in models {
      for fault in model.faults {
        if let place = faults.firstIndex(where: { $0.name == "\(fault.name)" }) {
          faults[place].models.append("\(model.name)")
        } else {
          faults.append(
            ListedFault(
              name: "\(fault.name)", summary: "\(fault.summary)", models: ["\(model.name)"]))
        }
      }
    }
    return faults
  }
}

extension ModelDescriptor {
  static let shape = Shape<ModelDescriptor>(
    written: nil, "A model.",
    [
      Member(derived: "name", .text, "Its name.") { "\($0.name)" },
      Member(derived: "summary", .text, "What it models.") { "\($0.summary)" },
      Member(derived: "behaviorVersion", \.behaviorVersion, "The version of how it behaves."),
      Member(derived: "requirements", Codec<String>.text.list(), "What it follows.") {
        $0.requirements.map { "\($0)" }
      },
      Member(
        derived: "parameters", \.parameters, ParameterDescriptor.shape.codec.list(),
        "What scenarios may set."),
      Member(derived: "events", \.events, event.codec.list(), "What can happen to it."),
      Member(derived: "properties", \.properties, property.codec.list(), "What has to hold of it."),
      Member(derived: "shares", \.shares, share.codec.list(), "Shares of what it counts."),
    ])

  private static let event = Shape<EventDescriptor>(
    written: nil, "What can happen to a model.",
    [
      Member(derived: "name", .text, "Its name.") { "\($0.name)" },
      Member(derived: "sentence", .text, "What happens.") { "\($0.sentence)" },
      Member(derived: "outside", \.isFromOutside, "Whether it comes from outside."),
    ])

  private static let property = Shape<PropertyDescriptor>(
    written: nil, "What has to hold of a model, or should happen now and then.",
    [
      Member(derived: "name", .text, "Its name.") { "\($0.name)" },
      Member(derived: "kind", Codec<String>.propertyKind, "When it has to hold.") {
        "\($0.kind.name)"
      },
      Member(derived: "requirement", .text, "The requirement it follows from; empty for none.") {
        "\($0.requirement)"
      },
      Member(derived: "summary", .text, "What it says.") { "\($0.summary)" },
    ])

  private static let share = Shape<ShareDescriptor>(
    written: nil, "A share of what a model counts.",
    [
      Member(derived: "name", .text, "Its name.") { "\($0.name)" },
      Member(derived: "summary", .text, "What is counted of what.") { "\($0.summary)" },
      Member(derived: "requirement", .text, "The requirement it is about; empty for none.") {
        "\($0.requirement)"
      },
    ])
}

extension ModelScenarios {
  /// What a file stands for, in a few words.
  static func words(_ named: [Named]) -> String {
    let scenario = named[0].scenario
    let seconds = FigureText.text(Double(scenario.milliseconds) / 1000)
    let what = "\(scenario.model.name), \(seconds) s of virtual time"
    return named.count == 1 ? what : "\(named.count) runs of \(what)"
  }
}
