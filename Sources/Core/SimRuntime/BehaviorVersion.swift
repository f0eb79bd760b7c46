/// The version of all behavior that scenes share and that affects states or pixels.
///
/// It rises if the same scenario and seed give different digests regardless of the scene; a scene's
/// own version is in its descriptor. Results of different behavior versions are never compared bit
/// by bit. The article BehaviorVersions of SimFormats lists the changes of each version.
public enum BehaviorVersion {
  /// The version of this build.
  public static var current: UInt32 { 5 }
}
