/// The version of everything that decides a state or a pixel.
///
/// It goes up when the same scenario and seed stop giving the same digests; results of different
/// behavior versions are never compared bit for bit.
public enum BehaviorVersion {
  /// The version of this build.
  public static var current: UInt32 { 2 }
}
