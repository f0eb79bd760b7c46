import SimMath
import SimRaster
import SimInput

/// A frame loop whose touches and motion are made up from the plan's seed.
public typealias SyntheticLoop<S: Scene & ~Copyable> = FrameLoop<S, SyntheticInput>

/// The one loop that turns a plan into frames, on every target: input, step, draw, raster.
///
/// Input comes from a source: made up, recorded, or live; the loop does not know which. All storage
/// is taken in `init`, sized for the largest canvas of the plan; `advance` allocates nothing unless
/// the scene does.
public struct FrameLoop<S: Scene & ~Copyable, Source: InputSource>: ~Copyable {
  /// The plan that is run.
  public let plan: RunPlan
  /// The index of the frame `advance` will run next.
  public private(set) var frame: UInt32 = 0
  /// Clock, canvas and scene.
  package private(set) var simulation: Simulation<SceneSimulation<S>>
  /// Where touch and motion come from.
  public var source: Source
  /// What the source said last, nothing in the background; its motion is in the device's own axes.
  package private(set) var given = FrameInput()
  /// What the scene drew last.
  package private(set) var list: DisplayList
  /// The picture, when pixels are wanted.
  public private(set) var surface: Surface
  /// The rasterizer, whose damage a pixel digest reads.
  package private(set) var rasterizer: Rasterizer
  /// What the rasterizer did in the last frame.
  package private(set) var work = RasterWork()
  /// Pixels that the scene's pixel stages wrote or mixed in the last frame.
  package private(set) var stagePixels: UInt64 = 0
  /// Whether frames are turned into pixels.
  package let rendersPixels: Bool
  /// Whether frames are only stepped: no state depends on drawing, and some pictures cost much.
  package var skipsDrawing = false
  /// Storage of the scene's pixel stages; what they read is written anew in every frame.
  private var pixelWork: S.PixelWork
  /// Whether the last frame was spent in the background.
  package private(set) var wasInBackground = false
  /// Whether list and surface still belong to the state before the last one that was restored.
  private var isPictureStale = false
  /// Commands the retained layers had no space for; the list forgets them with the next frame.
  private var retainedDroppedCount: UInt32 = 0
  /// Which scene it is, for snapshots: a descriptor is made anew each time it is asked for.
  private let sceneBehaviorVersion: UInt32
  private let sceneNameHash: UInt64

  /// The scene.
  public var scene: S { _read { yield simulation.model.scene } }
  /// Frames the scene really ran: the clock of the scene and its input.
  package var activeFrame: UInt32 { simulation.model.activeFrame }
  /// The canvas in force.
  public var canvas: Canvas { simulation.model.canvas }
  /// What the scene was told last.
  package var input: FrameInput {
    var told = given
    told.motion = told.motion?.canvasAxes(in: canvas.orientation)
    return told
  }
  /// Commands that did not fit: those of the frame drawn last and of the retained layers in force.
  package var droppedCommandCount: UInt32 { list.droppedCount &+ retainedDroppedCount }

  /// Makes the loop and its scene, before the first frame.
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

  /// Runs one frame, whose tiles a crew paints.
  package mutating func advance(
    _ observer: inout some PhaseObserver & ~Copyable,
    paintedBy crew: inout some TileCrew & ~Copyable
  ) {
    let index = frame
    frame += 1
    wasInBackground = isInBackground(index)
    let time = plan.clock.startNanoseconds(ofFrame: activeFrame)
    guard !wasInBackground else {
      // Nothing is sensed. What the frame before was told is no state, and may not show here: after
      // a restore it is that of another frame.
      given.begin(frame: activeFrame, timeNanoseconds: time)
      work = RasterWork()
      stagePixels = 0
      return
    }
    observer.begin(.input)
    applyCanvasChanges(upTo: index)
    source.fill(&given, frame: activeFrame, timeNanoseconds: time)
    observer.end(.input)

    observer.begin(.step)
    simulation.apply(.frame(given))
    observer.end(.step)

    if !skipsDrawing { paint(&observer, by: &crew) }
  }

  /// Draws the frame that was stepped last, and turns it into pixels where they are wanted.
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

  /// Runs the scene's pixel stages for the frame drawn last; the list then shows what they made.
  private mutating func runStages(
    _ observer: inout some PhaseObserver & ~Copyable
  ) -> RasterWork {
    simulation.model.scene.renderPixels(with: &pixelWork, into: &list, &observer)
  }

  /// What a GPU would do for the frame drawn last.
  ///
  /// - Parameter meter: Has seen the frames before, so that only new pictures and layers count.
  public func displayWork(_ meter: inout DisplayWorkMeter) -> DisplayWork { meter.count(list) }

  /// The digest of the whole state: clock, canvas, input with its random streams, and scene.
  ///
  /// `frame` is no part of it, so that time in the background changes nothing.
  public mutating func stateDigest() -> StateDigest {
    var digest = StateDigest()
    simulation.model.visitClock(&digest)
    source.visitState(&digest)
    simulation.model.scene.visitState(&digest)
    return digest
  }

  /// The digest of clock, canvas and scene: what runs from different sources share.
  public mutating func sceneDigest() -> StateDigest { simulation.digest() }

  /// Shows the fields of the scene alone.
  package mutating func visitScene(_ visitor: inout some StateVisitor) {
    simulation.model.scene.visitState(&visitor)
  }

  /// Lets a judge look at the scene's properties after a frame.
  package func judge(_ judge: inout PropertyJudge) {
    judge.step = frame &- 1
    simulation.model.scene.judge(input, by: &judge)
  }

  /// Whether all numbers of clock, canvas and scene are finite.
  package mutating func isFinite() -> Bool {
    var check = FiniteCheck()
    simulation.model.visitState(&check)
    return check.isFinite
  }

  /// Where the first number of clock, canvas and scene is that is not finite.
  package mutating func nonFinitePlace() -> StatePlace? {
    StatePlace.ofNonFinite(in: &simulation.model)
  }

  /// The first promise of the simulation that does not hold, if any does not.
  package mutating func brokenPromise() -> BrokenPromise? { simulation.model.check() }

  /// How many members each population had when faults were looked for last.
  package var counts: PopulationCounts { simulation.model.counts }

  /// What is wrong after a frame; nil when nothing is.
  ///
  /// - Parameters:
  ///   - digest: that of the whole state as it is.
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

  /// Gives the scene another canvas from the next frame on: what an app does when its window
  /// changes.
  ///
  /// Plans name the changes that they know; the loop makes those by itself.
  ///
  /// - Precondition: when pixels are wanted, the canvas is no larger than the largest of the plan.
  public mutating func resize(to canvas: Canvas) {
    source.resize(widthPoints: canvas.widthPoints, heightPoints: canvas.heightPoints)
    resizePicture(to: canvas)
    simulation.apply(.resize(canvas))
    drawRetained()
  }

  private mutating func resizePicture(to canvas: Canvas) {
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

  /// Draws what belongs to a state that was restored, from nothing.
  private mutating func beginPicture() {
    isPictureStale = false
    resizePicture(to: canvas)
    drawRetained()
  }
}

extension FrameLoop where S: ~Copyable, Source == SyntheticInput {
  /// Makes a loop whose touches and motion are made up from the plan's seed.
  public init(plan: RunPlan, rendersPixels: Bool) {
    self.init(
      plan: plan, source: SyntheticInput(plan, track: S.touchTrack(for: plan)),
      rendersPixels: rendersPixels)
  }
}

extension SyntheticInput {
  /// What a plan says of touches and motion.
  ///
  /// - Parameter track: contacts that land besides those of the generators.
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
  /// Shows the frame's index, clock, canvas, input and scene; pictures follow from them.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.constant(BehaviorVersion.current, "behaviorVersion")
    visitor.constant(sceneBehaviorVersion, "sceneBehaviorVersion")
    visitor.constant(sceneNameHash, "sceneNameHash")
    visitor.field(&frame, in: 0...plan.frameCount, "frame")
    simulation.visitState(&visitor)
    source.visitState(&visitor)
  }

  /// Saves the state; allocates nothing when the snapshot has held as much before.
  public mutating func save(to snapshot: inout Snapshot) { snapshot.save(&self) }

  /// Saves clock, canvas and scene alone, without the source of input.
  package mutating func saveScene(to snapshot: inout Snapshot) { simulation.save(to: &snapshot) }

  /// The first fields of clock, canvas and scene that differ from those of another loop.
  package mutating func sceneDifferences(
    from other: inout FrameLoop<S, Source>, limit: Int
  ) -> [StateDifference] {
    StateDifference.between(&simulation, &other.simulation, limit: limit)
  }

  /// Restores clock, canvas and scene alone, as they were before a frame; the source of input has
  /// to be one that says the same in that frame whatever it said before, as a recording does.
  ///
  /// - Throws: `SnapshotError`; the state is then as it was.
  package mutating func restoreScene(
    _ snapshot: borrowing Snapshot, beforeFrame frame: UInt32
  ) throws(SnapshotError) {
    try simulation.restore(snapshot)
    self.frame = frame
    isPictureStale = true
  }

  /// Restores a saved state of the same plan; the next frame is the one after it.
  ///
  /// - Throws: `SnapshotError`; the state is then as it was.
  public mutating func restore(_ snapshot: borrowing Snapshot) throws(SnapshotError) {
    var backup = simulation.takeBackup()
    defer { simulation.keepBackup(&backup) }
    try snapshot.restore(&self, savedTo: &backup)
    isPictureStale = true
  }
}
