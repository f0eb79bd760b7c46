import SimRaster

/// What a scene says about itself: enough to list it, to read its scenarios and to check them.
public struct SceneDescriptor: Sendable {
  /// The kebab-case name used on the command line, in files and in reports.
  package var name: StaticString
  /// One sentence for people.
  package var summary: StaticString
  /// The requirements the scene models, such as `BV-SNOW`.
  package var requirements: [StaticString]
  /// What a scenario may set.
  package var parameters: [ParameterDescriptor]
  /// What the scene counts every frame.
  package var populations: [PopulationDescriptor]
  /// Properties that `judge` checks.
  package var properties: [PropertyDescriptor]
  /// The maximum count of drawing commands a frame can take.
  package var commandCapacity: UInt32
  /// The version of how the scene moves and looks.
  ///
  /// It goes up when the same seed stops giving the same digests because of this scene; when
  /// every scene changes, `BehaviorVersion` goes up instead.
  package var behaviorVersion: UInt32
  /// What the product draws the scene with: `canvas`, `sprites`, or a name of one's own that device
  /// files have costs for.
  package var renderer: StaticString
  /// Ink color; nil for a scene without ink.
  package var inkColor: StraightColor?
  /// Parameter that selects the path to trace; nil for a scene without one.
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

  /// Makes a descriptor.
  ///
  /// - Parameters:
  ///   - inkColor: the opaque color in which touch samples appear, and no other part of the
  ///     picture, for a scene with `inkRadius`.
  ///   - letters: the parameter that selects the path to trace, for a scene with
  ///     `touchTrack` and `tracing`.
  ///   - stages: kebab-case names of the pixel stages in the order of their keys, at most 16, for
  ///     a scene with `renderPixels`.
  ///   - hasCamera: whether scenarios may set camera images: `SceneContext.camera`.
  ///   - properties: the properties that `judge` checks.
  ///   - hasPlaces: whether `strayMember` finds members beyond the canvas.
  ///   - hasMirror: whether `mirror` makes a mirror image.
  ///   - periodicFields: fields that wrap from 1 to 0, such as the phase `flakes.swayPhase`, for
  ///     comparing mirror images.
  public init(
    name: StaticString, summary: StaticString, requirements: [StaticString],
    parameters: [ParameterDescriptor] = [], populations: [PopulationDescriptor] = [],
    properties: [PropertyDescriptor] = [], commandCapacity: UInt32, behaviorVersion: UInt32 = 1,
    renderer: StaticString = "canvas", inkColor: StraightColor? = nil,
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

  /// The values that the scene has when nobody chooses others.
  public var defaultParameters: ParameterValues { ParameterValues(defaultsOf: self) }
}

/// A value that a scenario may choose for a scene.
public struct ParameterDescriptor: Sendable {
  /// The kebab-case name.
  package var name: StaticString
  /// What it does, in one sentence.
  package var summary: StaticString
  /// The minimum allowed value.
  package var minimum: Float
  /// The maximum allowed value.
  package var maximum: Float
  /// The value when the scenario says nothing.
  package var defaultValue: Float
  /// Whether only whole numbers make sense.
  package var isWhole: Bool
  /// The kebab-case names of the values 0, 1, 2 and so on; empty when numbers speak for themselves.
  package var choices: [StaticString] = []

  /// Makes a descriptor.
  public init(
    name: StaticString, summary: StaticString, minimum: Float, maximum: Float, defaultValue: Float,
    isWhole: Bool
  ) {
    self.name = name
    self.summary = summary
    self.minimum = minimum
    self.maximum = maximum
    self.defaultValue = defaultValue
    self.isWhole = isWhole
  }

  /// Makes a descriptor of a choice between named values; the first one is the default.
  ///
  /// - Precondition: at least one name.
  public init(name: StaticString, summary: StaticString, choices: [StaticString]) {
    self.init(
      name: name, summary: summary, minimum: 0, maximum: Float(choices.count - 1), defaultValue: 0,
      isWhole: true)
    self.choices = choices
  }
}

/// Something a scene counts every frame: things that have a cap, or a plain gauge.
public struct PopulationDescriptor: Sendable {
  /// The kebab-case name.
  package var name: StaticString
  /// What is counted, in one sentence.
  package var summary: StaticString
  /// The product's cap, or 0 for a gauge without one.
  package var cap: UInt32
  /// The requirement that sets the cap.
  package var requirement: StaticString

  /// Makes a descriptor.
  public init(
    name: StaticString, summary: StaticString, cap: UInt32, requirement: StaticString
  ) {
    self.name = name
    self.summary = summary
    self.cap = cap
    self.requirement = requirement
  }
}
