import SimFormats
import SimHarness
import SimReport
import SimRuntime
import SimWorld

/// A listed kind of fault.
struct ListedFault: Sendable {
  var name: String
  var summary: String
  /// The models that define it; empty if every model has it.
  var models: [String]
  /// A public report of it, as `owner/repository#number`; empty if none is known.
  var report = ""

  var details: [String] {
    (models.isEmpty ? [] : ["of \(models.joined(separator: ", "))"])
      + (report.isEmpty ? [] : ["reported in \(report)"])
  }

  /// The kinds that every model has, those of services, then those that models define.
  static func all(of models: [ModelDescriptor]) -> [ListedFault] {
    var faults = WorldFault.allCases.map { fault in
      let users = models.filter { fault.service.map($0.services.contains) ?? false }
      return ListedFault(
        name: "\(fault.descriptor.name)", summary: "\(fault.descriptor.summary)",
        models: users.map { "\($0.name)" }, report: "\(fault.report)")
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
      Member(derived: "summary", .text, "What the model simulates.") { "\($0.summary)" },
      Member(derived: "behaviorVersion", \.behaviorVersion, "The behavior version."),
      Member(derived: "requirements", Codec<String>.text.list(), "The requirements that it covers.")
      {
        $0.requirements.map { "\($0)" }
      },
      Member(
        derived: "parameters", \.parameters, ParameterDescriptor.shape.codec.list(),
        "Parameters that scenarios can set."),
      Member(derived: "events", \.events, event.codec.list(), "The events."),
      Member(derived: "properties", \.properties, property.codec.list(), "The properties."),
      Member(derived: "rates", \.shares, share.codec.list(), "The rates that it counts."),
    ])

  private static let event = Shape<EventDescriptor>(
    written: nil, "An event of a model.",
    [
      Member(derived: "name", .text, "Its name.") { "\($0.name)" },
      Member(derived: "sentence", .text, "The event as a sentence.") { "\($0.sentence)" },
      Member(derived: "outside", \.isFromOutside, "Whether it is external input."),
    ])

  private static let property = Shape<PropertyDescriptor>(
    written: nil, "A property of a model.",
    [
      Member(derived: "name", .text, "Its name.") { "\($0.name)" },
      Member(derived: "kind", Codec<String>.propertyKind, "When the property must hold.") {
        "\($0.kind.name)"
      },
      Member(
        derived: "requirement", .text, "The requirement that it checks; empty if there is none."
      ) {
        "\($0.requirement)"
      },
      Member(derived: "summary", .text, "The property as a sentence.") { "\($0.summary)" },
    ])

  private static let share = Shape<RateDescriptor>(
    written: nil, "A rate that a model counts.",
    [
      Member(derived: "name", .text, "Its name.") { "\($0.name)" },
      Member(derived: "summary", .text, "The definition of the rate.") { "\($0.summary)" },
      Member(
        derived: "requirement", .text, "The requirement that it checks; empty if there is none."
      ) {
        "\($0.requirement)"
      },
    ])
}

extension ModelScenario {
  /// A short description of one of so many runs of its file.
  func words(of count: Int) -> String {
    let seconds = FigureText.text(Double(milliseconds) / 1000)
    let what = "\(model.name), \(seconds) s of virtual time"
    return count == 1 ? what : "\(count) runs of \(what)"
  }
}
