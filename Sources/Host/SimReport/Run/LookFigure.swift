import SimFormats
import SimImageAnalysis

/// A figure of every frame that budgets of calmness or flashes limit.
struct LookFigure {
  /// What it is called.
  let title: String
  /// Limits on it that failed, as budgets have them; empty where a budget limits what is made of
  /// all frames, such as a mean or the speed of patches.
  private(set) var limits: [BudgetSummary] = []
  /// Whether it is a part of 1 rather than a count.
  let isShare: Bool
  private let read: (FrameLook) -> Float

  /// The figures that failed limits of a run are about, each once.
  static func all(of result: SceneResult) -> [LookFigure] {
    var figures: [LookFigure] = []
    for summary in result.failedBudgets(ofAny: [.calmness, .flash]) {
      guard var figure = LookFigure(ofMeasure: summary.budget.measure.path) else { continue }
      let isOfOneFrame = figure.limitedPaths.contains(summary.budget.measure.path)
      let index = figures.firstIndex { $0.title == figure.title }
      if isOfOneFrame { figure.limits = [summary] }
      if let index { figures[index].limits += figure.limits } else { figures.append(figure) }
    }
    return figures
  }

  /// The measures that are the highest of this figure over all frames.
  private let limitedPaths: [String]

  /// The figure that tells most of what a measure is made of; nil for measures of other things.
  init?(ofMeasure path: String) {
    guard path.hasPrefix("calmness.") || path.hasPrefix("flash.") else { return nil }
    let name = path.split(separator: ".").prefix(2).joined(separator: ".")
    let isCount = path.hasSuffix("TransitionsPerSecond")
    switch name {
    case "calmness.luminanceChange":
      self.init("Change of light", ["\(name).worst"]) { $0.calm.luminanceChange }
    case "calmness.localChange":
      self.init("Change of light in 10°", ["\(name).worst"]) { $0.calm.localChange }
    case "flash.pattern":
      self.init("Stripes for half a second, of 10°", ["\(name).worstAreaShare"]) {
        $0.flash.patternShare
      }
    case "flash.contrastChange":
      self.init("Change of contrast, of the picture", ["\(name).worstAreaShare"]) {
        $0.flash.contrastShare
      }
    case "flash.frameMeans": self.init("Mean luminance", []) { $0.flash.meanLuminance }
    case "flash.red" where isCount:
      self.init("Red transitions of a cell in a second", [path], isShare: false) {
        Float($0.flash.red.cellTransitions)
      }
    case "flash.red":
      self.init("Flashes of red, of 10°", ["\(name).worstAreaShare"]) { $0.flash.red.areaShare }
    case _ where name.hasPrefix("flash.") && isCount:
      self.init("Transitions of a cell in a second", [path], isShare: false) {
        Float($0.flash.general.cellTransitions)
      }
    case _ where name.hasPrefix("flash."):
      self.init("Flashes, of 10°", ["\(name).worstAreaShare"]) { $0.flash.general.areaShare }
    default:
      self.init("Moving area", ["calmness.movingArea.worst"]) { $0.calm.movingArea }
    }
  }

  private init(
    _ title: String, _ limitedPaths: [String], isShare: Bool = true,
    _ read: @escaping (FrameLook) -> Float
  ) {
    (self.title, self.limitedPaths) = (title, limitedPaths)
    (self.isShare, self.read) = (isShare, read)
  }

  /// The value in a frame.
  func value(_ look: FrameLook) -> Double { Double(read(look)) }

  /// The first of the frames in which it is highest; nil where there are none.
  func worst(_ looks: [FrameLook]) -> FrameLook? {
    var worst = looks.first
    for look in looks where value(look) > worst.map(value) ?? 0 { worst = look }
    return worst
  }

  /// A value in words.
  func words(_ value: Double) -> String {
    isShare ? Quantity.percent(value) : Quantity.plain(value)
  }
}
