import SimMath
import SimRaster
import SimInput

/// A frame loop with touch and motion synthesized from the plan's seed.
public typealias SyntheticLoop<S: SimScene & ~Copyable> = FrameLoop<S, SyntheticInput>

/// The loop that runs a plan's frames on every target: input, step, draw, raster.
///
/// Input comes from a synthetic, recorded or live source; the loop does not know which. `init`
/// allocates all storage for the largest canvas of the plan; `advance` allocates only if the scene
/// does.
public struct FrameLoop<S: SimScene & ~Copyable, Source: InputSource>: ~Copyable {
  /// The plan of the run.
  public let plan: RunPlan
  /// The index of the next frame that `advance` runs.
  public private(set) var frame: UInt32 = 0
  /// The clock, canvas and scene.
  package private(set) var simulation: Simulation<SceneSimulation<S>>
  /// The source of touch and motion.
  public var source: Source
  /// The source's last input, empty in the background; its motion is in device axes.
  package private(set) var given = FrameInput()
  /// The commands of the last drawn frame.
  package private(set) var list: DisplayList
  /// The pixels of the last frame, if they are rendered.
  public private(set) var surface: Surface
  /// The rasterizer; pixel digests read its damage.
  package private(set) var rasterizer: Rasterizer
  /// The rasterizer's work in the last frame.
  package private(set) var work = RasterWork()
  /// The number of pixels that the scene's pixel stages wrote or blended in the last frame.
  package private(set) var stagePixels: UInt64 = 0
  /// Whether frames are rendered to pixels.
  package let rendersPixels: Bool
  /// Whether frames are only stepped; no state depends on drawing, which can be expensive.
  package var skipsDrawing = false
  /// Storage of the scene's pixel stages; every frame overwrites it before reading it.
  private var pixelWork: S.PixelWork
  /// Whether the last frame was in the background.
  package private(set) var wasInBackground = false
  /// Whether list and surface still show the state before the last restore.
  private var isPictureStale = false
  /// The number of commands that did not fit in the retained layers; the list resets its own count
  /// with every frame.
  private var retainedDroppedCount: UInt32 = 0
  /// The scene's identity in snapshots; stored because every access to a descriptor creates a new
  /// one.
  private let sceneBehaviorVersion: UInt32
  private let sceneNameHash: UInt64

  /// The scene.
  public var scene: S { _read { yield simulation.model.scene } }
  /// The number of frames that the scene ran; the clock of the scene and its input.
  package var activeFrame: UInt32 { simulation.model.activeFrame }
  /// The current canvas.
  public var canvas: SceneCanvas { simulation.model.canvas }
  /// The scene's last input; its motion is in canvas axes.
  package var input: FrameInput {
    var told = given
    told.motion = told.motion?.canvasAxes(in: canvas.orientation)
    return told
  }
  /// The number of commands that did not fit: those of the last drawn frame and of the retained
  /// layers.
  package var droppedCommandCount: UInt32 { list.droppedCount &+ retainedDroppedCount }

  /// Creates the loop and its scene before the first frame.
  public init(plan: RunPlan, source: Source, rendersPixels: Bool) {
    self.plan = plan
    self.source = source
    self.rendersPixels = rendersPixels
    let canvas = plan.canvas
    pixelWork = S.pixelWork(for: plan)
    let descriptor = S.descriptor
    sceneBehaviorVersion = descriptor.behaviorVersion
    sceneNameHash = NameHash.fnv1a(descriptor.name)
    let capacity = Int(descriptor.commandCapacity)
    list = DisplayList(
      pixelWidth: canvas.pixelWidth, pixelHeight: canvas.pixelHeight, scale: canvas.scale,
      capacity: capacity)
    surface = Surface(
      width: rendersPixels ? canvas.pixelWidth : 1,
      height: rendersPixels ? canvas.pixelHeight : 1,
      capacity: rendersPixels ? plan.maximumPixelCount : 1)
    rasterizer = Rasterizer(
      maximumPixelCount: rendersPixels ? plan.maximumPixelCount : 1,
      maximumSide: rendersPixels ? plan.maximumSide : 1, commandCapacity: capacity)
    simulation = Simulation(model: SceneSimulation(plan, preparing: &list))
    drawRetained()
  }

  /// Runs one frame.
  public mutating func advance(_ observer: inout some PhaseObserver & ~Copyable) {
    var worker = LoneWorker()
    advance(&observer, paintedBy: &worker)
  }

  /// Runs one frame; a crew paints its tiles.
  package mutating func advance(
    _ observer: inout some PhaseObserver & ~Copyable,
    paintedBy crew: inout some TileCrew & ~Copyable
  ) {
    let index = frame
    frame += 1
    wasInBackground = isInBackground(index)
    let time = plan.clock.startNanoseconds(ofFrame: activeFrame)
    guard !wasInBackground else {
      // The background has no input. `given` is not state and is cleared: after a restore, it would
      // be the input of an unrelated frame.
      given.begin(frame: activeFrame, timeNanoseconds: time)
      work = RasterWork()
      stagePixels = 0
      return
    }
    observer.begin(.input)
    applyCanvasChanges(upTo: index)
    source.fill(&given, frame: activeFrame, timeNanoseconds: time)
    if plan.gate != nil { plan.fillGate(&given, frame: index) }
    observer.end(.input)

    observer.begin(.step)
    simulation.apply(.frame(given))
    observer.end(.step)

    if !skipsDrawing { paint(&observer, by: &crew) }
  }

  /// Draws the last stepped frame and, if pixels are rendered, rasterizes it.
  package mutating func paint(
    _ observer: inout some PhaseObserver & ~Copyable, by crew: inout some TileCrew & ~Copyable
  ) {
    observer.begin(.draw)
    if isPictureStale { beginPicture() }
    list.removeAll()
    simulation.model.scene.draw(into: &list)
    observer.end(.draw)

    if rendersPixels {
      observer.begin(.raster)
      let stageWork = runStages(&observer)
      work = rasterizer.render(list, into: &surface, by: &crew)
      work.add(stageWork)
      stagePixels = UInt64(stageWork.pixelsFilled) + UInt64(stageWork.pixelsBlended)
      observer.end(.raster)
    }
  }

  /// Runs the scene's pixel stages for the last drawn frame; their images replace those of the
  /// list.
  private mutating func runStages(
    _ observer: inout some PhaseObserver & ~Copyable
  ) -> RasterWork {
    simulation.model.scene.renderPixels(with: &pixelWork, into: &list, &observer)
  }

  /// The work of a GPU for the last drawn frame.
  ///
  /// - Parameter meter: has counted all earlier frames, so that only new images and layers count.
  public func displayWork(_ meter: inout DisplayWorkMeter) -> DisplayWork { meter.count(list) }

  /// The digest of the whole state: clock, canvas, input source with its random streams, and scene.
  ///
  /// It excludes `frame`, so that time in the background changes nothing.
  public mutating func stateDigest() -> StateDigest {
    var digest = StateDigest()
    simulation.model.visitClock(&digest)
    source.visitState(&digest)
    simulation.model.scene.visitState(&digest)
    return digest
  }

  /// The digest of clock, canvas and scene, comparable between runs with different sources.
  public mutating func sceneDigest() -> StateDigest { simulation.digest() }

  /// Visits the fields of the scene only.
  package mutating func visitScene(_ visitor: inout some StateVisitor) {
    simulation.model.scene.visitState(&visitor)
  }

  /// Checks the scene's properties after a frame.
  public func judge(_ judge: inout PropertyChecker) {
    judge.step = frame &- 1
    judge.nanoseconds = plan.clock.startNanoseconds(ofFrame: judge.step)
    simulation.model.scene.judge(input, by: &judge)
  }

  /// Whether all numbers of clock, canvas and scene are finite.
  package mutating func isFinite() -> Bool {
    var check = FiniteCheck()
    simulation.model.visitState(&check)
    return check.isFinite
  }

  /// The first non-finite number of clock, canvas and scene; nil if all are finite.
  package mutating func nonFinitePlace() -> StatePlace? {
    StatePlace.ofNonFinite(in: &simulation.model)
  }

  /// The first violated invariant of the simulation; nil if all hold.
  package mutating func brokenPromise() -> InvariantViolation? { simulation.model.check() }

  /// The number of members per population at the last check.
  package var counts: PopulationCounts { simulation.model.counts }

  /// The violation after a frame; nil if there is none.
  ///
  /// - Parameters:
  ///   - digest: the digest of the whole current state.
  ///   - frame: the frame that has run.
  package mutating func fault(_ digest: borrowing StateDigest, frame: UInt32) -> Fault? {
    if !digest.isFinite, let place = StatePlace.ofNonFinite(in: &self) {
      return Fault(.nonFinite(place), frame: frame)
    }
    if let broken = simulation.model.check() { return Fault(.broken(broken), frame: frame) }
    guard droppedCommandCount > 0 else { return nil }
    return Fault(
      kind: .commandsDropped, frame: frame, phase: .draw, field: StatePlace([S.descriptor.name]),
      entity: droppedCommandCount)
  }

  private func isInBackground(_ index: UInt32) -> Bool {
    for span in plan.backgroundSpans where span.contains(index) { return true }
    return false
  }

  private mutating func applyCanvasChanges(upTo index: UInt32) {
    while Int(simulation.model.changeCount) < plan.canvasChanges.count,
      plan.canvasChanges[Int(simulation.model.changeCount)].frame <= index
    {
      resize(to: plan.canvasChanges[Int(simulation.model.changeCount)].canvas)
    }
  }

  /// Changes the canvas from the next frame on, as an app does if its window changes.
  ///
  /// The loop applies the changes of the plan by itself.
  ///
  /// - Precondition: if pixels are rendered, the canvas is no larger than the largest of the plan.
  public mutating func resize(to canvas: SceneCanvas) {
    source.resize(widthPoints: canvas.widthPoints, heightPoints: canvas.heightPoints)
    resizePicture(to: canvas)
    simulation.apply(.resize(canvas))
    drawRetained()
  }

  private mutating func resizePicture(to canvas: SceneCanvas) {
    list.resize(
      pixelWidth: canvas.pixelWidth, pixelHeight: canvas.pixelHeight, scale: canvas.scale)
    if rendersPixels {
      surface.resize(width: canvas.pixelWidth, height: canvas.pixelHeight)
      rasterizer.invalidate()
    }
  }

  private mutating func drawRetained() {
    simulation.model.scene.drawRetained(into: &list)
    retainedDroppedCount = list.droppedCount
    list.removeAll()
  }

  /// Redraws list and surface for a restored state.
  private mutating func beginPicture() {
    isPictureStale = false
    resizePicture(to: canvas)
    drawRetained()
  }
}

extension FrameLoop where S: ~Copyable, Source == SyntheticInput {
  /// Creates a loop with touch and motion synthesized from the plan's seed.
  public init(plan: RunPlan, rendersPixels: Bool) {
    self.init(
      plan: plan, source: SyntheticInput(plan, track: S.touchTrack(for: plan)),
      rendersPixels: rendersPixels)
  }
}

extension SyntheticInput {
  /// Creates the source of a plan's synthetic touch and motion.
  ///
  /// - Parameter track: additional contacts, unless the plan has a track.
  package init(_ plan: RunPlan, track: TouchTrack = TouchTrack()) {
    self.init(
      InputSynthesizer(
        seed: plan.seed, generators: plan.generators, defects: plan.defects, clock: plan.clock,
        touchSamplesPerSecond: plan.touchSamplesPerSecond, touchContacts: plan.touchContacts,
        canvasWidth: plan.canvas.widthPoints, canvasHeight: plan.canvas.heightPoints,
        track: plan.touchTrack ?? track),
      motionTrack: plan.motionTrack, hasSensors: plan.hasMotion)
  }
}

extension FrameLoop: StateFields where S: ~Copyable {
  /// Visits versions, frame index, clock, canvas, scene and input source; the pixels follow from
  /// them.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.constant(BehaviorVersion.current, "behaviorVersion")
    visitor.constant(sceneBehaviorVersion, "sceneBehaviorVersion")
    visitor.constant(sceneNameHash, "sceneNameHash")
    visitor.field(&frame, in: 0...plan.frameCount, "frame")
    simulation.visitState(&visitor)
    source.visitState(&visitor)
  }

  /// Saves the state; does not allocate if the snapshot has held as many bytes before.
  public mutating func save(to snapshot: inout Snapshot) { snapshot.save(&self) }

  /// Saves clock, canvas and scene, without the input source.
  package mutating func saveScene(to snapshot: inout Snapshot) { simulation.save(to: &snapshot) }

  /// The first fields of clock, canvas and scene that differ from another loop's.
  package mutating func sceneDifferences(
    from other: inout FrameLoop<S, Source>, limit: Int
  ) -> [StateDifference] {
    StateDifference.between(&simulation, &other.simulation, limit: limit)
  }

  /// Restores clock, canvas and scene to a saved state before a frame.
  ///
  /// The input source is not restored: its input for that frame must not depend on earlier frames,
  /// as in a recording.
  ///
  /// - Throws: `SnapshotError`; the state is then unchanged.
  package mutating func restoreScene(
    _ snapshot: borrowing Snapshot, beforeFrame frame: UInt32
  ) throws(SnapshotError) {
    try simulation.restore(snapshot)
    self.frame = frame
    isPictureStale = true
  }

  /// Restores a saved state of the same plan; the run continues from there.
  ///
  /// - Throws: `SnapshotError`; the state is then unchanged.
  public mutating func restore(_ snapshot: borrowing Snapshot) throws(SnapshotError) {
    var backup = simulation.takeBackup()
    defer { simulation.keepBackup(&backup) }
    try snapshot.restore(&self, savedTo: &backup)
    isPictureStale = true
  }
}
