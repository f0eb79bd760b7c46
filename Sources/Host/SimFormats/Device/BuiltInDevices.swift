/// The device classes that come with the tool; `scenarios/devices/` holds the same as files.
package enum BuiltInDevices {
  /// All of them, smallest first.
  package static let all: [Device] = [
    phone(
      "iphone-se-2", "iPhone SE (2nd generation)", 375, 667, 2, 326, 60, 60, "SP820", .a13,
      .a13, .iPhoneSE2, "iPhone12,8"),
    phone(
      "iphone-se-3", "iPhone SE (3rd generation)", 375, 667, 2, 326, 60, 60, "SP867", .a15,
      .a15, .iPhoneSE3, "iPhone14,6"),
    phone(
      "iphone-12", "iPhone 12", 390, 844, 3, 460, 60, 120, "SP830", .a14, .a14,
      .iPhone12, "iPhone13,2"),
    phone(
      "iphone-15-pro", "iPhone 15 Pro", 393, 852, 3, 460, 120, 120, "SP903", .a17Pro, .a17Pro,
      .iPhone15Pro, "iPhone16,1"),
    tablet(
      "ipad-9", "iPad (9th generation)", 810, 1080, 60, "SP849", .a13, .a13,
      "iPad12,1", "iPad12,2"),
    tablet(
      "ipad-air-m1", "iPad Air (M1)", 820, 1180, 60, "SP866", .m1, .m1,
      "iPad13,16", "iPad13,17"),
    tablet(
      "ipad-pro-12-9-m2", "iPad Pro 12.9-inch (M2)", 1024, 1366, 120, "SP883", .m2, .m2,
      "iPad14,5", "iPad14,6"),
  ]

  /// The device class with a name.
  package static func device(named name: String) -> Device? {
    all.first { $0.name == name }
  }

  /// Half the time between two scans and half a refresh, to a tenth of a millisecond.
  private static func allowance(_ touchRate: UInt32, _ refreshRate: UInt32) -> Double {
    ((500 / Double(touchRate) + 500 / Double(refreshRate)) * 10).rounded() / 10
  }

  private static func phone(
    _ name: String, _ title: String, _ width: Float, _ height: Float, _ scale: Float,
    _ pixelsPerInch: Float, _ refreshRate: UInt32, _ touchRate: UInt32,
    _ specifications: String, _ core: CoreScore, _ chip: ChipFigures, _ heat: GraphicsHeat,
    _ identifiers: String...
  ) -> Device {
    Device(
      name: name, title: title, widthPoints: width, heightPoints: height, scale: scale,
      pixelsPerInch: pixelsPerInch, refreshRate: refreshRate, touchSamplesPerSecond: touchRate,
      pencilSamplesPerSecond: 0, touchContacts: 5, pipelineDepth: 2,
      latencyAllowance: allowance(touchRate, refreshRate), hardwareIdentifiers: identifiers,
      sources: .apple(
        specifications: specifications, isProMotion: refreshRate == 120, takesPencil: false,
        touch: touchRate == 60 ? DeviceSources.iPhone8Touch : DeviceSources.iPhoneXTouch,
        contacts: DeviceSources.iPhoneContacts),
      costs: .builtIn(core), renderers: RendererCosts.builtIn(chip, heat))
  }

  private static func tablet(
    _ name: String, _ title: String, _ width: Float, _ height: Float, _ refreshRate: UInt32,
    _ specifications: String, _ core: CoreScore, _ chip: ChipFigures,
    _ identifiers: String...
  ) -> Device {
    Device(
      name: name, title: title, widthPoints: width, heightPoints: height, scale: 2,
      pixelsPerInch: 264, refreshRate: refreshRate, touchSamplesPerSecond: 120,
      pencilSamplesPerSecond: 240, touchContacts: 11, pipelineDepth: 2,
      latencyAllowance: allowance(120, refreshRate), hardwareIdentifiers: identifiers,
      sources: .apple(
        specifications: specifications, isProMotion: refreshRate == 120, takesPencil: true,
        touch: DeviceSources.pencilTabletTouch, contacts: DeviceSources.iPadContacts),
      costs: .builtIn(core), renderers: RendererCosts.builtIn(chip, .tablet))
  }
}
