/// What a scene says about itself: enough to list it, to read its scenarios and to check them.
public struct SceneDescriptor: Sendable {
  /// The kebab-case name used on the command line, in files and in reports.
  public var name: StaticString
  /// One sentence for people.
  public var summary: StaticString
  /// The requirements the scene models, such as `BV-SNOW`.
  public var requirements: [StaticString]
  /// What a scenario may set.
  public var parameters: [ParameterDescriptor]
  /// What the scene counts every frame.
  public var populations: [PopulationDescriptor]
  /// The most drawing commands a frame can take.
  public var commandCapacity: UInt32
  /// The version of how the scene moves and looks.
  ///
  /// It goes up when the same seed stops giving the same digests because of this scene; when
  /// every scene changes, `BehaviorVersion` goes up instead.
  public var behaviorVersion: UInt32

  /// Makes a descriptor.
  public init(
    name: StaticString, summary: StaticString, requirements: [StaticString],
    parameters: [ParameterDescriptor], populations: [PopulationDescriptor],
    commandCapacity: UInt32, behaviorVersion: UInt32 = 1
  ) {
    self.name = name
    self.summary = summary
    self.requirements = requirements
    self.parameters = parameters
    self.populations = populations
    self.commandCapacity = commandCapacity
    self.behaviorVersion = behaviorVersion
  }

  /// The parameters' normal values, in their order.
  public var defaultParameters: [Float] { parameters.map { $0.normal } }
}

/// A number that a scenario may choose for a scene.
public struct ParameterDescriptor: Sendable {
  /// The kebab-case name.
  public var name: StaticString
  /// What it does, in one sentence.
  public var summary: StaticString
  /// The least allowed value.
  public var minimum: Float
  /// The greatest allowed value.
  public var maximum: Float
  /// The value when the scenario says nothing.
  public var normal: Float
  /// Whether only whole numbers make sense.
  public var isWhole: Bool

  /// Makes a descriptor.
  public init(
    name: StaticString, summary: StaticString, minimum: Float, maximum: Float, normal: Float,
    isWhole: Bool
  ) {
    self.name = name
    self.summary = summary
    self.minimum = minimum
    self.maximum = maximum
    self.normal = normal
    self.isWhole = isWhole
  }
}

/// Something a scene counts every frame: things that have a cap, or a plain gauge.
public struct PopulationDescriptor: Sendable {
  /// The kebab-case name.
  public var name: StaticString
  /// What is counted, in one sentence.
  public var summary: StaticString
  /// The product's cap, or 0 for a gauge without one.
  public var cap: UInt32
  /// The requirement that sets the cap.
  public var requirement: StaticString

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
