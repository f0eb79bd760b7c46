import SimRuntime

/// Something a budget can limit: a value of a result, by its path there.
///
/// Which values those are, their units and names is said where the result's members are described:
/// `SceneResult.shape`.
package struct Measure: Equatable, Sendable {
  /// The value's path in the result, such as `population.flakes.max`.
  package let path: String
  /// The name that the run chose on the way, such as `flakes`; empty where there is none.
  private let name: String
  private let figure: Figure<SceneResult>

  private init(_ figure: Figure<SceneResult>, name: String) {
    self.figure = figure
    self.name = name
    path = figure.path.map { $0 == Figure<SceneResult>.anyName ? name : $0 }.joined(separator: ".")
  }

  /// The measure at a path, in a run with any populations; nil when there is none.
  package init?(_ path: String) {
    // Empty parts count, so that `timing.frame..p99` is no other spelling of a metric.
    let keys = path.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
    let any = Figure<SceneResult>.anyName
    for figure in Self.figures where figure.path.count == keys.count {
      guard zip(figure.path, keys).allSatisfy({ $0 == $1 || $0 == any }) else { continue }
      self.init(figure, name: figure.path.firstIndex(of: any).map { keys[$0] } ?? "")
      return
    }
    return nil
  }

  /// The measure at a path.
  ///
  /// - Precondition: there is one.
  package static func at(_ path: String) -> Measure {
    guard let measure = Measure(path) else { preconditionFailure("no measure is called \(path)") }
    return measure
  }

  /// Stands for a measure until one is read.
  static let nothing = Measure(
    Figure(path: [], words: "", traits: FigureTraits(.frame, label: "")) { _, _ in nil }, name: "")

  /// Two measures are the same when their paths are.
  package static func == (a: Measure, b: Measure) -> Bool { a.path == b.path }

  /// What the value is, in a sentence.
  package var meaning: String { figure.words }
  /// The unit in words; empty for counts and shares.
  package var unit: String { figure.traits.unit.rawValue }
  /// What it is called on a tile.
  package var label: String {
    figure.traits.label.replacing(Figure<SceneResult>.anyName, with: name)
  }
  /// Its name among those of its group, such as `p99`.
  package var shortName: String {
    figure.traits.shortName
      ?? figure.path.dropFirst(isTimed || !name.isEmpty ? 2 : 1).joined(separator: ".")
  }
  /// What it is about.
  package var group: FigureGroup {
    if case .population = figure.traits.group { .population(name) } else { figure.traits.group }
  }
  /// Whether it is the time of a frame, which may be compared with when frames are due.
  package var isFrameTime: Bool { figure.traits.isFrameTime }
  /// Whether less of it is better, so that the gate tells an improvement from a regression.
  package var isCost: Bool { SceneResult.shape.rule.role(at: path) == .cost }
  /// Whether the value depends on wall time or resident memory, so that runs may differ in it.
  package var isTimed: Bool { figure.path.first == "timing" }

  /// The value in a result, in the measure's unit; nil when it was not measured.
  package func value(in result: SceneResult) -> Double? { figure.value(result, name) }

  // MARK: - What there is to measure

  /// Everything a budget of a scene can limit; what has no name of the scene's own for no scene.
  package static func all(for scene: SceneDescriptor?) -> [Measure] {
    all(
      populations: (scene?.populations ?? []).map { $0.name.description },
      drawsInk: scene.map { $0.inkColor != nil } ?? true)
  }

  /// A regular expression that the paths of all measures match, and nothing else.
  static var pattern: String {
    let paths = figures.map { figure in
      figure.path.map { $0 == Figure<SceneResult>.anyName ? "[a-z0-9-]+" : $0 }
        .joined(separator: "\\.")
    }
    return "^(\(paths.joined(separator: "|")))$"
  }

  /// Everything a budget can limit in a run with these populations.
  package static func all(populations: [String], drawsInk: Bool) -> [Measure] {
    let names = populations.flatMap { name in
      figures.filter { $0.isNamed }.map { Measure($0, name: name) }
    }
    let rest = figures.filter { !$0.isNamed && (drawsInk || $0.traits.group != .touch) }
    return names + rest.map { Measure($0, name: "") }
  }

  private static let figures = SceneResult.shape.figures
}

extension Figure {
  /// Whether its path has a name that the run chooses.
  fileprivate var isNamed: Bool { path.contains(Self.anyName) }
}
