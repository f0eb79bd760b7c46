/// Where each figure of a device class comes from: a public document, or why it is an estimate.
package struct DeviceSources: Equatable, Sendable {
  /// Where the width in points comes from.
  package var widthPoints: String
  /// Where the height in points comes from.
  package var heightPoints: String
  /// Where the scale comes from.
  package var scale: String
  /// Where the density comes from.
  package var pixelsPerInch: String
  /// Where the refresh rate comes from.
  package var refreshRate: String
  /// Where the rate of finger samples comes from.
  package var touchSamplesPerSecond: String
  /// Where the rate of pencil samples comes from.
  package var pencilSamplesPerSecond: String
  /// Where the number of fingers followed comes from; nil when the class does not say.
  package var touchContacts: String?
  /// Where the depth of the display pipeline comes from.
  package var pipelineDepth: String
  /// Where the allowance for latency comes from; nil when the class has none.
  package var latencyAllowance: String?
  /// Where the hardware identifiers come from; nil when the class has none.
  package var hardwareIdentifiers: String?
}

extension DeviceSources {
  /// The sources of a built-in device class.
  ///
  /// - Parameters:
  ///   - specifications: The number of Apple's page of technical specifications.
  ///   - touch: Why the rate of finger samples is an estimate.
  ///   - contacts: Why the number of fingers followed is an estimate.
  static func apple(
    specifications: String, isProMotion: Bool, takesPencil: Bool, touch: String,
    contacts: String
  ) -> DeviceSources {
    let points =
      "https://developer.apple.com/design/human-interface-guidelines/layout, "
      + "device screen dimensions"
    let page = "https://support.apple.com/kb/\(specifications), Technical Specifications: Display"
    return DeviceSources(
      widthPoints: points, heightPoints: points, scale: points, pixelsPerInch: page,
      refreshRate: proMotion + (isProMotion ? "listed" : "not listed, hence 60 Hz"),
      touchSamplesPerSecond: touch,
      pencilSamplesPerSecond: takesPencil ? pencil : noPencil,
      touchContacts: contacts, pipelineDepth: pipeline, latencyAllowance: allowance,
      hardwareIdentifiers: identifiers)
  }

  private static var identifiers: String {
    "https://www.theiphonewiki.com/wiki/Models, Identifier"
  }

  private static var allowance: String {
    "estimate: half the time between two scans of the sensor and half a refresh of scan-out; "
      + "delivery and the response of pixels, which Apple publishes nothing on, are left out"
  }

  private static var proMotion: String {
    "https://developer.apple.com/documentation/quartzcore/"
      + "optimizing-iphone-and-ipad-apps-to-support-promotion-displays, ProMotion devices: "
  }

  private static var pencil: String {
    "https://developer.apple.com/documentation/uikit/"
      + "getting-high-fidelity-input-with-coalesced-touches, up to 240 Hz"
  }

  private static var noPencil: String {
    "https://support.apple.com/108937, Apple Pencil compatibility: no iPhone is listed"
  }

  private static var pipeline: String {
    "estimate: commit in one refresh, render in the next, by "
      + "https://developer.apple.com/videos/play/tech-talks/10855/; "
      + "Apple publishes no figure per device"
  }

  /// The iPhone SE has the body of the iPhone 8.
  static var iPhone8Touch: String {
    "estimate: 60 Hz of the iPhone 8, whose body it shares, in Apple's iOS Device Compatibility "
      + "Reference: Displays; Apple publishes no figure"
  }

  /// Later phones are taken to sample as the iPhone X does.
  static var iPhoneXTouch: String {
    "estimate: 120 Hz since the iPhone X, in Apple's iOS Device Compatibility Reference: "
      + "Displays; Apple publishes no figure for later devices"
  }

  /// Tablets that take a pencil.
  static var pencilTabletTouch: String {
    "estimate: 120 Hz of the iPad Pro, in Apple's iOS Device Compatibility Reference: Displays; "
      + "Apple publishes no figure for later devices"
  }

  /// Phones, by what developers saw on some of them.
  static var iPhoneContacts: String {
    "estimate: five, and the sixth cancels all, as developers report, "
      + "https://discussions.apple.com/thread/2119049, "
      + "https://github.com/libgdx/libgdx/issues/3852, "
      + "https://github.com/hrydgard/ppsspp/pull/14186; Apple publishes no figure"
  }

  /// Tablets, by what a developer saw on the first of them.
  static var iPadContacts: String {
    "estimate: eleven on the first iPad, as a developer reports, "
      + "http://mattgemmell.com/ipad-multi-touch/; Apple publishes no figure"
  }
}
