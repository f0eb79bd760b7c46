import SimbenchKit

/// SelfieCam's settings: premium values fall back to free defaults without Pro and stay stored; a
/// synced store and a file keep the settings of the user's devices.
///
/// The second device is another instance of what syncs; its edits are external events.
package struct SelfieModel: WorldModel {
  /// Events of the model.
  package typealias Event = SelfieEvent
  /// Observable effects of the model.
  package typealias Effect = SelfieEffect
  /// Properties of the model.
  package typealias Property = SelfieProperty
  /// The model has no kinds of faults of its own.
  package typealias Fault = NoFault

  /// Parameters that a scenario may set.
  package enum Parameter: UInt8, ParameterKey {
    /// Whether Pro is owned at the start.
    case pro

    /// The parameter's name, summary and range.
    package var descriptor: ParameterDescriptor {
      .choice("pro", "Whether Pro is owned at the start.", ["no", "yes"])
    }
  }

  /// The model's description.
  package static var descriptor: ModelDescriptor {
    ModelDescriptor(
      name: "camera-settings",
      summary: "Gates premium settings of a camera, and syncs settings between two devices.",
      requirements: ["SF-SYNC", "SF-GATING"], parameters: Parameter.descriptors,
      services: [.syncedStore], behaviorVersion: 2)
  }

  /// The in-memory state of the app.
  package var app: SelfieApp
  /// The other device.
  package var peer: SelfieDevice
  /// The synced store, which survives the process.
  package var store: SyncedStore
  /// Whether Pro is owned, an external decision.
  package var hasPro: Bool
  /// The oracle that checks the app.
  package var oracle = SelfieOracle()
  private let plantedBug: SelfieBug?

  /// Makes the model before its run.
  package init(_ context: ModelContext) {
    plantedBug = context.plantedBug(SelfieBug.self)
    app = SelfieApp(plantedBug: plantedBug)
    peer = SelfieDevice(1, plantedBug: plantedBug)
    store = SyncedStore(
      deviceCount: 2, keyCount: 1, wordLimit: UInt32(SelfieRecord.wordCount),
      wake: SelfieEvent.news)
    hasPro = context.parameters[Parameter.pro] > 0
  }

  /// Discards the in-memory state.
  package mutating func loseMemory() {
    oracle.processEnds()
    app = SelfieApp(plantedBug: plantedBug)
  }

  /// Applies an event.
  package mutating func apply(_ event: WorldEvent, in world: inout World) {
    store.advance(in: &world)
    oracle.begin(event, app, hasPro: hasPro, world)
    switch event.own(SelfieEvent.self) {
    case .pro: hasPro = event.first == 1
    case .peerSet: editPeer(event, in: &world)
    case .account:
      if event.first < 2, event.second < UInt64(SyncedStore.accountCount) {
        store.changeAccount(to: UInt8(event.second), on: UInt8(event.first), in: &world)
      }
    case .reach: store.setReachable(event.first == 1, on: 1, in: &world)
    default: app.apply(event, hasPro: hasPro, &store, in: &world)
    }
    oracle.note(event, app, store, hasPro: hasPro, world)
    while let notice = store.nextNotice(in: world) {
      if notice.device == 0 {
        oracle.begin(notice, app, store)
        app.hear(notice, event.identity, &store, in: &world)
        oracle.note(notice, app, store, world)
      } else {
        hearPeer(notice, event.identity, in: &world)
      }
    }
    app.refresh(hasPro: hasPro)
    oracle.end(app, peer, store, hasPro: hasPro, world)
  }

  private mutating func editPeer(_ event: WorldEvent, in world: inout World) {
    let value = UInt32(truncatingIfNeeded: event.second)
    guard let field = SelfieField(rawValue: UInt8(truncatingIfNeeded: event.first)),
      field.range.contains(value), peer.edit(field, value, wall: world.clock.wall)
    else { return }
    peer.write(&store, event.identity, in: &world)
    world.note(SelfieEffect.peerWrites, 0)
  }

  private mutating func hearPeer(
    _ notice: SyncedStore.Notice, _ identity: UInt64, in world: inout World
  ) {
    guard peer.read(notice, store)?.mustWrite == true else { return }
    peer.write(&store, identity, in: &world)
    world.note(SelfieEffect.peerWrites, 1)
  }

  /// Reports to the checker which properties hold.
  package mutating func judge(_ world: borrowing World, by judge: inout PropertyChecker) {
    oracle.judge(by: &judge)
  }

  /// Whether nothing is pending in the app, on the disk and in the cloud, once faults have ended:
  /// until then, a device may well wait for the cloud.
  package func isSettled(_ world: borrowing World) -> Bool {
    !world.isQuiet || app.isIdle && store.isIdle
  }

  /// Visits memory, the other device, the store, Pro and the oracle; the bug is part of the plan.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&app, "app")
    visitor.field(&peer, "peer")
    visitor.field(&store, "store")
    visitor.field(&hasPro, "hasPro")
    visitor.field(&oracle, "oracle")
    visitor.derived("plantedBug")
  }
}
