/// The version of everything that all scenes share and that decides a state or a pixel.
///
/// It goes up when the same scenario and seed stop giving the same digests whatever the scene; a
/// scene's own version is in its descriptor. Results of different behavior versions are never
/// compared bit for bit. The article BehaviorVersions of module Formats says what each changed.
public enum BehaviorVersion {
  /// The version of this build.
  public static var current: UInt32 { 5 }
}
