import SimInput

extension Device {
  /// A device class as a file holds it.
  package static let shape = Shape<Device>(
    Device(
      name: "", title: "", widthPoints: 1, heightPoints: 1, scale: 1, pixelsPerInch: 50,
      refreshRate: 60, touchSamplesPerSecond: 60, pencilSamplesPerSecond: 0, pipelineDepth: 1),
    "The figures a run needs to stand in for a phone or tablet. A canvas has at most "
      + "\(FigureText.grouped(Limits.canvasPixels.maximum)) pixels.", isClosed: true,
    [
      Member(
        "name", \.name, .name, "The name scenarios use, also the file's name without .json."),
      Member("title", \.title, .line, "What people call it; no control characters."),
      Member("widthPoints", \.widthPoints, .plain(side), "Width in points, held in portrait."),
      Member("heightPoints", \.heightPoints, .plain(side), "Height in points, held in portrait."),
      Member(
        "scale", \.scale, .plain(1...Double(Limits.canvasScale.maximum)), "Pixels per point."),
      Member("pixelsPerInch", \.pixelsPerInch, .plain(50...1000), "Pixels per inch of glass."),
      Member("refreshRate", \.refreshRate, .whole(24...240), "Display refreshes per second."),
      Member(
        "touchSamplesPerSecond", \.touchSamplesPerSecond, .whole(30...480),
        "Finger samples per second."),
      Member(
        "pencilSamplesPerSecond", \.pencilSamplesPerSecond, .whole(0...480),
        "Pencil samples per second; 0 when it takes no pencil."),
      Member(
        "touchContacts", \.touchContacts, .whole(InputSynthesizer.touchContactLimits),
        "The most fingers it follows at once: one more cancels them all, and none of them is seen "
          + "again until it lifts. A stylus does not count.",
        default: InputSynthesizer.defaultTouchContacts),
      Member(
        "pipelineDepth", \.pipelineDepth, .whole(1...6),
        "Refreshes from the frame that draws to light on the glass."),
      Member(
        optional: "latencyAllowance", \.latencyAllowance, .number(0...500),
        "What touch to ink takes beside the simulated time, in milliseconds: the wait for the "
          + "sensor's scan, delivery, scan-out and the response of pixels; left out when nobody "
          + "knows."),
      Member(
        unlessEmpty: "hardwareIdentifiers", \.hardwareIdentifiers,
        Codec<String>.text(1...40, "a hardware identifier").list(1...32),
        "What such devices call themselves, the machine of uname, such as iPhone12,8."),
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
    "Where each figure comes from: a public document, or why it is an estimate.", isClosed: true,
    [
      Member("widthPoints", \.widthPoints, source, "Where the width in points comes from."),
      Member("heightPoints", \.heightPoints, source, "Where the height in points comes from."),
      Member("scale", \.scale, source, "Where the scale comes from."),
      Member("pixelsPerInch", \.pixelsPerInch, source, "Where the density comes from."),
      Member("refreshRate", \.refreshRate, source, "Where the refresh rate comes from."),
      Member(
        "touchSamplesPerSecond", \.touchSamplesPerSecond, source,
        "Where the rate of finger samples comes from."),
      Member(
        "pencilSamplesPerSecond", \.pencilSamplesPerSecond, source,
        "Where the rate of pencil samples comes from."),
      Member(
        optional: "touchContacts", \.touchContacts, source,
        "Where the number of fingers followed comes from."),
      Member(
        "pipelineDepth", \.pipelineDepth, source,
        "Where the depth of the display pipeline comes from."),
      Member(
        optional: "latencyAllowance", \.latencyAllowance, source,
        "Where the allowance for latency comes from."),
      Member(
        optional: "hardwareIdentifiers", \.hardwareIdentifiers, source,
        "Where the hardware identifiers come from."),
    ])

  private static let source = Codec<String>.text(1...300, "a document's address or title")
}
