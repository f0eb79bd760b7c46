/// The parameters that a scenario can set for a scene, one case each, in listed order.
///
///     enum Parameter: UInt8, ParameterKey {
///       case drifters
///
///       var descriptor: ParameterDescriptor {
///         switch self {
///         case .drifters:
///           .whole("drifters", "Lights on the canvas.", 1...24, default: 24)
///         }
///       }
///     }
///
/// The scene's descriptor lists them, `parameters: Parameter.descriptors`, and its context contains
/// their values: `context.parameters[Parameter.drifters]`. Raw values must count from 0 without
/// gaps, as they do by default.
public protocol ParameterKey: CaseIterable, RawRepresentable, Sendable where RawValue == UInt8 {
  /// The name, effect and range of the parameter.
  var descriptor: ParameterDescriptor { get }
}

extension ParameterKey {
  /// The descriptors of all cases in order, for the scene's descriptor.
  public static var descriptors: [ParameterDescriptor] { inOrder { $0.descriptor } }
}

/// The populations that a scene counts in every frame, one case each, in listed order.
///
/// The scene's descriptor lists them, `populations: Population.descriptors`, and `count` stores
/// their counts: `populations[Population.drifters] = 24`. Raw values must count from 0
/// without gaps, as they do by default.
public protocol PopulationKey: CaseIterable, RawRepresentable, Sendable where RawValue == UInt8 {
  /// The name, meaning and cap of the population.
  var descriptor: PopulationDescriptor { get }
}

extension PopulationKey {
  /// The descriptors of all cases in order, for the scene's descriptor.
  public static var descriptors: [PopulationDescriptor] { inOrder { $0.descriptor } }
}

/// The invariants and coverage goals of a scene or model, one case each.
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
/// A descriptor lists them, `properties: Property.descriptors`, and `judge` checks them:
/// `judge.always(Property.driftersApart, distance > 2)`. Raw values must count from 0 without gaps,
/// as they do by default.
public protocol PropertyKey: CaseIterable, RawRepresentable, Sendable where RawValue == UInt8 {
  /// The name, statement and kind of the property.
  var descriptor: PropertyDescriptor { get }
}

extension PropertyKey {
  /// The descriptors of all cases in order, for the scene's descriptor.
  public static var descriptors: [PropertyDescriptor] { inOrder { $0.descriptor } }
}

extension CaseIterable where Self: RawRepresentable, RawValue == UInt8 {
  /// The descriptors of all cases, each at the index that is its case's raw value.
  package static func inOrder<Descriptor>(_ describe: (Self) -> Descriptor) -> [Descriptor] {
    var descriptors: [Descriptor] = []
    for key in allCases {
      precondition(Int(key.rawValue) == descriptors.count, "Raw values of keys count from 0.")
      descriptors.append(describe(key))
    }
    return descriptors
  }
}
