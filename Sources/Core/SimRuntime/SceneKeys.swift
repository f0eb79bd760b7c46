/// What a scene lets a scenario choose, one case each, in the order in which they are listed.
///
///     enum Parameter: UInt8, ParameterKey {
///       case drifters
///
///       var descriptor: ParameterDescriptor {
///         switch self {
///         case .drifters:
///           ParameterDescriptor(
///             name: "drifters", summary: "Lights on the canvas.", minimum: 1, maximum: 24,
///             defaultValue: 24, isWhole: true)
///         }
///       }
///     }
///
/// The scene's descriptor lists them all, `parameters: Parameter.descriptors`, and its context has
/// their values: `context.parameters[Parameter.drifters]`. Raw values count from 0 without a gap,
/// which is what they are unless told.
public protocol ParameterKey: CaseIterable, RawRepresentable, Sendable where RawValue == UInt8 {
  /// What the parameter is called, does and may be.
  var descriptor: ParameterDescriptor { get }
}

extension ParameterKey {
  /// What a scene's descriptor lists: all cases in their order.
  public static var descriptors: [ParameterDescriptor] { allCases.map { $0.descriptor } }
}

/// What a scene counts every frame, one case each, in the order in which they are listed.
///
/// The scene's descriptor lists them all, `populations: Population.descriptors`, and `count` names
/// them: `populations.set(Population.drifters, to: 24)`. Raw values count from 0 without a gap,
/// which is what they are unless told.
public protocol PopulationKey: CaseIterable, RawRepresentable, Sendable where RawValue == UInt8 {
  /// What is counted, and how many there may be.
  var descriptor: PopulationDescriptor { get }
}

extension PopulationKey {
  /// What a scene's descriptor lists: all cases in their order.
  public static var descriptors: [PopulationDescriptor] { allCases.map { $0.descriptor } }
}

/// What has to hold of a scene, or should happen now and then, one case each.
///
///     enum Property: UInt8, PropertyKey {
///       case driftersApart
///
///       var descriptor: PropertyDescriptor {
///         switch self {
///         case .driftersApart: .always("drifters-apart", "No two lights lie on each other.")
///         }
///       }
///     }
///
/// A descriptor lists them all, `properties: Property.descriptors`, and `judge` names them:
/// `judge.always(Property.driftersApart, distance > 2)`. Raw values count from 0 without a gap,
/// which is what they are unless told.
public protocol PropertyKey: CaseIterable, RawRepresentable, Sendable where RawValue == UInt8 {
  /// What the property is called and says, and when it has to hold.
  var descriptor: PropertyDescriptor { get }
}

extension PropertyKey {
  /// What a scene lists: all cases in their order.
  public static var descriptors: [PropertyDescriptor] { allCases.map { $0.descriptor } }
}
