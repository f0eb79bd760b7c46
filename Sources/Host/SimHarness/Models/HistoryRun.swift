import SimbenchKit

/// A history of one model that is compared with another.
final class HistoryRun<Model: WorldModel>: RunSession {
  private var position: Position
  private var last = WorldStep(
    WorldEvent(time: 0, order: .lifecycle, code: 0), isFromOutside: false)

  /// All that decides the steps that follow, and how many there were.
  private struct Position: StateFields {
    var frame: UInt32 = 0
    var simulation: WorldSimulation<Model>

    mutating func visitState(_ visitor: inout some StateVisitor) {
      visitor.field(&frame, "frame")
      visitor.field(&simulation, "simulation")
    }
  }

  init(_ plan: WorldPlan) { position = Position(simulation: WorldSimulation(plan)) }

  var frame: UInt32 { position.frame }
  var hasEnded: Bool { position.simulation.next == nil }
  var witness: FrameWitness { position.simulation.witness(of: last) }

  /// A model has no pictures.
  var paints: Bool {
    get { false }
    set {}
  }

  func advance() {
    guard let step = position.simulation.step() else { return }
    last = step
    position.frame += 1
  }

  func save(to snapshot: inout Snapshot) { snapshot.save(&position) }

  func restore(_ snapshot: Snapshot) throws(SnapshotError) {
    var backup = Snapshot()
    try snapshot.restore(&position, savedTo: &backup)
  }

  func saveScene(to snapshot: inout Snapshot) { snapshot.save(&position.simulation) }

  func restoreScene(_ snapshot: Snapshot, beforeFrame frame: UInt32) throws(SnapshotError) {
    var backup = Snapshot()
    try snapshot.restore(&position.simulation, savedTo: &backup)
    position.frame = frame
  }

  func differences(from other: any RunSession, limit: Int) -> [StateDifference] {
    guard let other = other as? HistoryRun<Model> else { return [] }
    return StateDifference.between(
      &position.simulation, &other.position.simulation, limit: limit)
  }

  func inputDifferences(from other: any RunSession) -> [StateDifference] {
    guard let other = other as? HistoryRun<Model> else { return [] }
    return StateDifference.between(&last.event, &other.last.event, limit: .max)
  }
}
