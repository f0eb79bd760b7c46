import SimbenchKit

/// The colors of the pond's last frame and the digest of its state, with touches made up.
func pond(seed: UInt64) -> (colors: Int, digest: UInt64) {
  var plan = plan(Pond.self, seed: seed)
  plan.generators = [.standard(.drag)]
  var loop = FrameLoop<Pond, SyntheticInput>(plan: plan, rendersPixels: true)
  var observer = NoOpObserver()
  for _ in 0..<60 { loop.advance(&observer) }
  return (Set(pixels(of: loop.surface)).count, loop.stateDigest().finalize())
}

/// The pixels of a moonrise's last frame.
func moonrise(seed: UInt64) -> [UInt32] {
  var loop = FrameLoop<Moonrise, SyntheticInput>(
    plan: plan(Moonrise.self, seed: seed), rendersPixels: true)
  var observer = StageCounter()
  for _ in 0..<60 { loop.advance(&observer) }
  check(
    observer.began == [60, 60] && observer.ended == [60, 60],
    "the observer was not told of both stages in all frames")
  let moon = loop.scene.moon
  let (bright, dark) = (
    loop.surface.color(x: Int32(moon.x), y: Int32(moon.y)), loop.surface.color(x: 0, y: 0)
  )
  check(bright.red >= 160 && dark.red < 60, "the pixel stages' picture is not the surface's")
  return pixels(of: loop.surface)
}

/// How far the pond's lights are from a finger, in points.
func distance(of pond: Pond, to finger: Vector2) -> Float {
  var sum: Float = 0
  for index in pond.x.indices {
    let (dx, dy) = (pond.x[index] - finger.x, pond.y[index] - finger.y)
    sum += (dx * dx + dy * dy).squareRoot()
  }
  return sum / Float(pond.x.count)
}

/// What a finger made of the pond.
struct Played: Equatable {
  var state: UInt64
  var scene: UInt64
  var pixels: [UInt32]
  var before: Float
  var after: Float
}

/// Tells a live source of a finger on its way, and of a push to the right, frame by frame.
func live(_ path: [Vector2], push: Float = 0, restoring: Bool = false) throws -> Played {
  let plan = plan(Pond.self, seed: 1, frameCount: UInt32(path.count))
  var loop = FrameLoop<Pond, LiveInput>(plan: plan, source: LiveInput(), rendersPixels: true)
  let before = distance(of: loop.scene, to: path[path.count - 1])
  var saved = Snapshot()
  tell(&loop, path, push, path.indices.prefix(path.count / 2))
  if restoring { loop.save(to: &saved) }
  tell(&loop, path, push, path.indices.suffix(path.count / 2))
  if restoring {
    // What an app reads from its file; once in this loop and once in a new one.
    let read = Snapshot(bytes: saved.bytes, log: saved.log)
    try loop.restore(read)
    tell(&loop, path, push, path.indices.suffix(path.count / 2))
    let first = loop.stateDigest().finalize()
    loop = FrameLoop<Pond, LiveInput>(plan: plan, source: LiveInput(), rendersPixels: true)
    try loop.restore(read)
    tell(&loop, path, push, path.indices.suffix(path.count / 2))
    check(first == loop.stateDigest().finalize(), "two loops restored go on differently")
  }
  return Played(
    state: loop.stateDigest().finalize(), scene: loop.sceneDigest().finalize(),
    pixels: pixels(of: loop.surface), before: before,
    after: distance(of: loop.scene, to: path[path.count - 1]))
}

private func tell(
  _ loop: inout FrameLoop<Pond, LiveInput>, _ path: [Vector2], _ push: Float, _ frames: Range<Int>
) {
  var observer = NoOpObserver()
  for frame in frames {
    let time = loop.plan.clock.startNanoseconds(ofFrame: UInt32(frame))
    loop.source.touch(
      7, frame == 0 ? .began : .moved, at: path[frame], timeNanoseconds: time)
    if push != 0 {
      loop.source.move(MotionSample(acceleration: (push, 0, 0), rotationRate: (0, 0, 0)))
    }
    loop.advance(&observer)
  }
}

/// Plays the same finger from a source of one's own.
func played(_ path: [Vector2]) -> Played {
  var loop = FrameLoop<Pond, TouchList>(
    plan: plan(Pond.self, seed: 1, frameCount: UInt32(path.count)),
    source: TouchList(positions: path), rendersPixels: true)
  var observer = NoOpObserver()
  let before = distance(of: loop.scene, to: path[path.count - 1])
  for _ in path { loop.advance(&observer) }
  return Played(
    state: loop.stateDigest().finalize(), scene: loop.sceneDigest().finalize(),
    pixels: pixels(of: loop.surface), before: before,
    after: distance(of: loop.scene, to: path[path.count - 1]))
}

/// The pixels of the article's globe after a second in which a finger wipes it, or none does.
///
/// Half way, the window turns; then the app may be closed and opened again.
func globe(isTouched: Bool, isReopened: Bool = false) throws -> [UInt32] {
  let canvas = plan(Pond.self, seed: 1).canvas
  let turned = SceneCanvas(
    widthPoints: 160, heightPoints: 90, scale: 2, orientation: .landscapeLeft)
  let (width, height) = (Int(turned.pixelWidth), Int(turned.pixelHeight))
  var view = GlobeView(canvas: canvas, seed: 1)
  var shown: [UInt32] = []
  for frame in 0..<60 {
    if frame == 30 { view.resize(to: turned) }
    if frame == 40, isReopened {
      var saved = Snapshot()
      view.save(to: &saved)
      view = GlobeView(canvas: canvas, seed: 1)
      try view.restore(Snapshot(bytes: saved.bytes, log: saved.log))
    }
    if isTouched {
      let phase: TouchPhase = frame == 0 ? .began : frame == 59 ? .ended : .moved
      view.touch(1, phase, x: 20 + Float(frame % 30) * 2, y: 60)
    }
    view.frame { pixels, stride in
      guard frame == 59 else { return }
      shown = (0..<width * height).map { pixels[$0 / width * Int(stride) + $0 % width] }
    }
  }
  return shown
}
