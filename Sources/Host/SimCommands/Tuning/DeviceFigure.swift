import SimFormats

/// A value of a device class, given by an option or as an answer.
struct DeviceFigure: Sendable {
  /// The option.
  let option: String
  /// The placeholder of the option's value.
  let value: String
  /// The question, which is also the option's help.
  let question: String
  /// The allowed values.
  let expected: String
  /// Whether it is required.
  let isNeeded: Bool
  /// The value of a class as text.
  let get: @Sendable (Device) -> String
  /// Sets the value from text; returns false if it is not allowed.
  let set: @Sendable (inout Device, String) -> Bool

  /// All values, in the order of the questions.
  static let all: [DeviceFigure] = [
    DeviceFigure(
      option: "title", value: "TEXT", question: "Display name",
      expected: "a title of 1 to 60 characters", isNeeded: true, get: { $0.title },
      set: { device, text in
        device.title = text
        return (1...60).contains(text.count)
      }),
    DeviceFigure(
      option: "points", value: "WIDTHxHEIGHT", question: "Size in points, in portrait orientation",
      expected: "width and height such as 390x844", isNeeded: true,
      get: { "\(Int($0.widthPoints))x\(Int($0.heightPoints))" },
      set: { device, text in
        let sides = text.split(separator: "x", omittingEmptySubsequences: false)
          .compactMap { UInt32($0) }
        // A part that is no number is dropped, so the letters are counted, too.
        guard sides.count == 2, text.filter({ $0 == "x" }).count == 1 else { return false }
        (device.widthPoints, device.heightPoints) = (Float(sides[0]), Float(sides[1]))
        return sides.allSatisfy { (1...UInt32(Limits.canvasSide.maximum)).contains($0) }
      }),
    number("scale", "Pixels per point", 1...4, \.scale),
    number("ppi", "Pixels per inch", 50...1000, \.pixelsPerInch),
    rate("refresh", "Refreshes per second", 24...240, isNeeded: true, \.refreshRate),
    rate("touch-rate", "Finger samples per second", 30...480, \.touchSamplesPerSecond),
    rate(
      "pencil-rate", "Pencil samples per second, 0 for no pencil", 0...480,
      \.pencilSamplesPerSecond),
    rate("contacts", "Fingers tracked at once", 1...20, \.touchContacts),
    rate(
      "pipeline-depth", "Display pipeline depth in refreshes, from draw to light", 1...6,
      \.pipelineDepth),
    DeviceFigure(
      option: "hardware", value: "LIST", question: "Hardware identifiers, such as iPhone13,2",
      expected: "identifiers such as iPhone13,2, separated by spaces", isNeeded: false,
      get: { $0.hardwareIdentifiers.joined(separator: " ") },
      set: { device, text in
        device.hardwareIdentifiers = text.split(separator: " ").map { String($0) }
        return (1...32).contains(device.hardwareIdentifiers.count)
          && device.hardwareIdentifiers.allSatisfy { (1...40).contains($0.utf8.count) }
      }),
  ]

  private static func number(
    _ option: String, _ question: String, _ range: ClosedRange<Float>,
    _ path: any WritableKeyPath<Device, Float> & Sendable
  ) -> DeviceFigure {
    DeviceFigure(
      option: option, value: "N", question: question,
      expected: "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))",
      isNeeded: true, get: { FigureText.text(Double($0[keyPath: path])) },
      set: { device, text in
        guard let number = Float(text), range.contains(number) else { return false }
        device[keyPath: path] = number
        return true
      })
  }

  private static func rate(
    _ option: String, _ question: String, _ range: ClosedRange<UInt32>, isNeeded: Bool = false,
    _ path: any WritableKeyPath<Device, UInt32> & Sendable
  ) -> DeviceFigure {
    DeviceFigure(
      option: option, value: "N", question: question,
      expected: "a whole number from \(range.lowerBound) to \(range.upperBound)",
      isNeeded: isNeeded, get: { "\($0[keyPath: path])" },
      set: { device, text in
        guard let number = UInt32(text), range.contains(number) else { return false }
        device[keyPath: path] = number
        return true
      })
  }

  /// The sources of a class that was copied from another one.
  ///
  /// - Parameters:
  ///   - like: The other class.
  ///   - answered: The given options, or those of the answered questions.
  ///   - source: The source of these values.
  static func sources(_ like: Device, _ answered: Set<String>, _ source: String) -> DeviceSources {
    func of(_ option: String) -> String { answered.contains(option) ? source : "as \(like.name)" }
    var sources = DeviceSources.shape.blank
    (sources.widthPoints, sources.heightPoints) = (of("points"), of("points"))
    (sources.scale, sources.pixelsPerInch) = (of("scale"), of("ppi"))
    (sources.refreshRate, sources.pipelineDepth) = (of("refresh"), of("pipeline-depth"))
    sources.touchSamplesPerSecond = of("touch-rate")
    sources.pencilSamplesPerSecond = of("pencil-rate")
    sources.touchContacts = of("contacts")
    sources.latencyAllowance = like.latencyAllowance == nil ? nil : "as \(like.name)"
    sources.hardwareIdentifiers = answered.contains("hardware") ? source : nil
    return sources
  }
}
