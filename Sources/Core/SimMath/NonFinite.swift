/// Where a number that is infinite or not a number was met.
public struct NonFinite: Sendable {
  /// The field's name as given to the digest.
  public var field: StaticString
  /// Which element of the field; 0 for a single number.
  public var entity: UInt32

  /// Makes a location.
  package init(field: StaticString, entity: UInt32) {
    self.field = field
    self.entity = entity
  }
}
