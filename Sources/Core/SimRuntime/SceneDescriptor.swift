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
  /// The color of an `InkScene`'s ink; this and what follows is filled in by `Scene.described`.
  package var inkColor: StraightColor?
  /// The parameter that says what a `WritingScene` shows.
  package var letters: ParameterDescriptor?
  /// The names of a `PixelStageScene`'s stages.
  package var stages: [StaticString] = []
  /// Whether it is a `CameraScene`.
  package var hasCamera = false
  /// What has to hold of a `PropertyScene`.
  package var properties: [PropertyDescriptor] = []
  /// Whether it is a `PlacedScene`.
  package var hasPlaces = false
  /// Whether it is a `MirrorScene`.
  package var hasMirror = false

  /// Makes a descriptor.
  public init(
    name: StaticString, summary: StaticString, requirements: [StaticString],
    parameters: [ParameterDescriptor] = [], populations: [PopulationDescriptor] = [],
    commandCapacity: UInt32, behaviorVersion: UInt32 = 1, renderer: StaticString = "canvas"
  ) {
    self.name = name
    self.summary = summary
    self.requirements = requirements
    self.parameters = parameters
    self.populations = populations
    self.commandCapacity = commandCapacity
    self.behaviorVersion = behaviorVersion
    self.renderer = renderer
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
