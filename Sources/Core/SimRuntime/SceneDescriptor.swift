import SimRaster

/// The static description of a scene, for listing it and for reading and checking its scenarios.
public struct SceneDescriptor: Sendable {
  /// The kebab-case name used on the command line, in files and in reports.
  package var name: StaticString
  /// A one-sentence description for users.
  package var summary: StaticString
  /// The requirements the scene models, such as `BV-SNOW`.
  package var requirements: [StaticString]
  /// The parameters that a scenario can set.
  package var parameters: [ParameterDescriptor]
  /// The populations counted in every frame.
  package var populations: [PopulationDescriptor]
  /// Properties that `judge` checks.
  package var properties: [PropertyDescriptor]
  /// The maximum number of drawing commands per frame.
  package var commandCapacity: UInt32
  /// The version of the scene's behavior and appearance.
  ///
  /// Raise it if a change to this scene changes the digests of the same seed; if every scene
  /// changes, `BehaviorVersion` is raised instead.
  package var behaviorVersion: UInt32
  /// The product's rendering technology: `canvas`, `sprites`, or any name with costs in device
  /// files.
  package var renderer: StaticString
  /// The ink color; nil for a scene without ink.
  package var inkColor: StraightColor?
  /// The parameter that selects the path to trace; nil for a scene without one.
  package var letters: ParameterDescriptor?
  /// The names of the pixel stages.
  package var stages: [StaticString]
  /// Whether the scene uses cameras.
  package var hasCamera: Bool
  /// Whether `strayMember` is checked.
  package var hasPlaces: Bool
  /// Whether `mirror` is checked.
  package var hasMirror: Bool
  /// Fields that wrap from 1 to 0.
  package var periodicFields: [StaticString]
  /// Whether a parents' gate is in front of the scene.
  package internal(set) var isGated = false

  /// Creates a descriptor; what a scene does not need stays out.
  ///
  ///     SceneDescriptor(
  ///       name: "drift", summary: "Lights that drift.",
  ///       parameters: [.whole("lights", "Lights on the canvas.", 1...400, default: 200)],
  ///       populations: [.members("lights", "Lights on the canvas.", cap: 400)],
  ///       properties: [.always("inside", "Every light lies on the canvas.")])
  ///
  /// Names are then the keys: `context.parameters["lights"]`, `populations["lights"] = 200` and
  /// `judge.always("inside", isInside)`. Keys that the compiler checks are `ParameterKey`,
  /// `PopulationKey` and `PropertyKey`.
  ///
  /// - Parameters:
  ///   - commandCapacity: the maximum number of drawing commands per frame; a frame with more is a
  ///     violation.
  ///   - inkColor: the opaque color of ink and of nothing else in the frame, for a scene with
  ///     `inkRadius`.
  ///   - letters: the parameter that selects the path to trace, for a scene with `touchTrack` and
  ///     `tracing`.
  ///   - stages: kebab-case names of the pixel stages in the order of their keys, at most 16, for a
  ///     scene with `renderPixels`.
  ///   - hasCamera: whether scenarios may set camera images: `SceneContext.camera`.
  ///   - properties: the properties that `judge` checks.
  ///   - hasPlaces: whether `strayMember` finds members outside the canvas.
  ///   - hasMirror: whether `mirror` creates a mirror image.
  ///   - periodicFields: fields that wrap from 1 to 0, such as the phase `flakes.swayPhase`, for
  ///     comparing mirror images.
  public init(
    name: StaticString, summary: StaticString, requirements: [StaticString] = [],
    parameters: [ParameterDescriptor] = [], populations: [PopulationDescriptor] = [],
    properties: [PropertyDescriptor] = [], commandCapacity: UInt32 = 1024,
    behaviorVersion: UInt32 = 1, renderer: StaticString = "canvas", inkColor: StraightColor? = nil,
    letters: ParameterDescriptor? = nil, stages: [StaticString] = [], hasCamera: Bool = false,
    hasPlaces: Bool = false, hasMirror: Bool = false, periodicFields: [StaticString] = []
  ) {
    self.name = name
    self.summary = summary
    self.requirements = requirements
    self.parameters = parameters
    self.populations = populations
    self.properties = properties
    self.commandCapacity = commandCapacity
    self.behaviorVersion = behaviorVersion
    self.renderer = renderer
    self.inkColor = inkColor
    self.letters = letters
    self.stages = stages
    self.hasCamera = hasCamera
    self.hasPlaces = hasPlaces
    self.hasMirror = hasMirror
    self.periodicFields = periodicFields
  }

  /// The default parameter values of the scene.
  public var defaultParameters: ParameterValues { ParameterValues(of: parameters) }
}

/// A parameter of a scene that a scenario can set.
public struct ParameterDescriptor: Sendable {
  /// The kebab-case name.
  package var name: StaticString
  /// The effect of the parameter, in one sentence.
  package var summary: StaticString
  /// The minimum value.
  package var minimum: Float
  /// The maximum value.
  package var maximum: Float
  /// The default value.
  package var defaultValue: Float
  /// Whether only whole numbers are valid.
  package var isWhole: Bool
  /// The kebab-case names of the values 0, 1, 2 and so on; empty for a plain number.
  package var choices: [StaticString] = []

  /// Describes a number within a range.
  public static func number(
    _ name: StaticString, _ summary: StaticString, _ range: ClosedRange<Float>,
    default defaultValue: Float
  ) -> ParameterDescriptor {
    ParameterDescriptor(
      name: name, summary: summary, minimum: range.lowerBound, maximum: range.upperBound,
      defaultValue: defaultValue, isWhole: false)
  }

  /// Describes a whole number within a range.
  public static func whole(
    _ name: StaticString, _ summary: StaticString, _ range: ClosedRange<Float>,
    default defaultValue: Float
  ) -> ParameterDescriptor {
    ParameterDescriptor(
      name: name, summary: summary, minimum: range.lowerBound, maximum: range.upperBound,
      defaultValue: defaultValue, isWhole: true)
  }

  /// Describes a choice between named values; the first is the default.
  ///
  /// - Precondition: `choices` has at least one name.
  public static func choice(
    _ name: StaticString, _ summary: StaticString, _ choices: [StaticString]
  ) -> ParameterDescriptor {
    ParameterDescriptor(
      name: name, summary: summary, minimum: 0, maximum: Float(choices.count - 1), defaultValue: 0,
      isWhole: true, choices: choices)
  }
}

/// A number that a scene reports in every frame: members of a capped population, or a gauge.
public struct PopulationDescriptor: Sendable {
  /// The kebab-case name.
  package var name: StaticString
  /// The counted objects, in one sentence.
  package var summary: StaticString
  /// The product's cap; 0 for a gauge.
  package var cap: UInt32
  /// The requirement that sets the cap.
  package var requirement: StaticString

  /// Describes members of which a scene has at most `cap`; more are a violation.
  ///
  /// - Parameter cap: 1 or more.
  public static func members(
    _ name: StaticString, _ summary: StaticString, cap: UInt32, requirement: StaticString = ""
  ) -> PopulationDescriptor {
    PopulationDescriptor(name: name, summary: summary, cap: cap, requirement: requirement)
  }

  /// Describes a number that is reported and has no cap.
  public static func gauge(
    _ name: StaticString, _ summary: StaticString, requirement: StaticString = ""
  ) -> PopulationDescriptor {
    PopulationDescriptor(name: name, summary: summary, cap: 0, requirement: requirement)
  }
}
