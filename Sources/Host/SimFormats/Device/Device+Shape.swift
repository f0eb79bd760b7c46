import SimInput

extension Device {
  /// A device class as a file holds it.
  package static let shape = Shape<Device>(
    Device(
      name: "", title: "", widthPoints: 1, heightPoints: 1, scale: 1, pixelsPerInch: 50,
      refreshRate: 60, touchSamplesPerSecond: 60, pencilSamplesPerSecond: 0, pipelineDepth: 1),
    "The values that a run needs to simulate a phone or tablet. A canvas has at most "
      + "\(FigureText.grouped(Limits.canvasPixels.maximum)) pixels.", isClosed: true,
    [
      Member(
        "name", \.name, .name, "The name scenarios use, also the file's name without .json."),
      Member("title", \.title, .line, "Display name; no control characters."),
      Member(
        "widthPoints", \.widthPoints, .plain(side), "Width in points, in portrait orientation."),
      Member(
        "heightPoints", \.heightPoints, .plain(side), "Height in points, in portrait orientation."),
      Member(
        "scale", \.scale, .plain(1...Double(Limits.canvasScale.maximum)), "Pixels per point."),
      Member("pixelsPerInch", \.pixelsPerInch, .plain(50...1000), "Pixels per inch."),
      Member("refreshRate", \.refreshRate, .whole(24...240), "Display refreshes per second."),
      Member(
        "touchSamplesPerSecond", \.touchSamplesPerSecond, .whole(30...480),
        "Finger samples per second."),
      Member(
        "pencilSamplesPerSecond", \.pencilSamplesPerSecond, .whole(0...480),
        "Pencil samples per second; 0 if it supports no pencil."),
      Member(
        "touchContacts", \.touchContacts, .whole(InputSynthesizer.touchContactLimits),
        "The maximum number of fingers tracked at once: one more cancels them all, and none "
          + "of them is detected again until it lifts. A stylus does not count.",
        default: InputSynthesizer.defaultTouchContacts),
      Member(
        "pipelineDepth", \.pipelineDepth, .whole(1...6),
        "Display pipeline depth in refreshes, from draw to light."),
      Member(
        optional: "latencyAllowance", \.latencyAllowance, .number(0...500),
        "The time from touch to ink in addition to the simulated time, in milliseconds: the "
          + "wait for the sensor's scan, delivery, scan-out and the response of pixels; omitted "
          + "if unknown."),
      Member(
        unlessEmpty: "hardwareIdentifiers", \.hardwareIdentifiers,
        Codec<String>.text(1...40, "a hardware identifier").list(1...32),
        "Hardware identifiers, the machine of uname, such as iPhone12,8."),
      Member(
        optional: "sources", \.sources, DeviceSources.shape.codec, DeviceSources.shape.rule.words),
      Member(
        optional: "costs", \.costs, DeviceCosts.shape.codec, DeviceCosts.shape.rule.words),
      Member(
        unlessEmpty: "renderers", \.renderers, RendererCosts.byName,
        "Costs of renderers by name: canvas, sprites or a custom one."),
    ])

  private static let side = 1...Double(Limits.canvasSide.maximum)
}

extension DeviceSources {
  /// The sources in a device file, by the keys that they are of.
  package static let shape = Shape<DeviceSources>(
    DeviceSources(
      widthPoints: "", heightPoints: "", scale: "", pixelsPerInch: "", refreshRate: "",
      touchSamplesPerSecond: "", pencilSamplesPerSecond: "", touchContacts: nil, pipelineDepth: "",
      latencyAllowance: nil, hardwareIdentifiers: nil),
    "The source of each value: a public document, or why it is an estimate.", isClosed: true,
    [
      Member("widthPoints", \.widthPoints, source, "Source of the width in points."),
      Member("heightPoints", \.heightPoints, source, "Source of the height in points."),
      Member("scale", \.scale, source, "Source of the scale."),
      Member("pixelsPerInch", \.pixelsPerInch, source, "Source of the density."),
      Member("refreshRate", \.refreshRate, source, "Source of the refresh rate."),
      Member(
        "touchSamplesPerSecond", \.touchSamplesPerSecond, source,
        "Source of the rate of finger samples."),
      Member(
        "pencilSamplesPerSecond", \.pencilSamplesPerSecond, source,
        "Source of the rate of pencil samples."),
      Member(
        optional: "touchContacts", \.touchContacts, source,
        "Source of the number of tracked fingers."),
      Member(
        "pipelineDepth", \.pipelineDepth, source,
        "Source of the depth of the display pipeline."),
      Member(
        optional: "latencyAllowance", \.latencyAllowance, source,
        "Source of the latency allowance."),
      Member(
        optional: "hardwareIdentifiers", \.hardwareIdentifiers, source,
        "Source of the hardware identifiers."),
    ])

  private static let source = Codec<String>.text(1...300, "a document's address or title")
}
