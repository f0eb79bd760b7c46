/// How much the tests try.
///
/// A debug build takes 30 times as long for a frame. It keeps what only it shows, overflow traps
/// and preconditions, on small canvases and few seeds; the optimized build tries everything.
package enum Tier {
  /// Whether tests try a sample only.
  #if DEBUG
    package static let isDebug = true
  #else
    package static let isDebug = false
  #endif
}
