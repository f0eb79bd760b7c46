import SimbenchKit
import SimCatalogue

/// Runs several seeds of each model.
struct ModelLaneVisitor: ModelVisitor {
  let write: ([UInt8]) -> Void

  /// The seeds of the runs of each model.
  private static var seeds: Range<UInt64> { 0..<12 }
  /// The time in which users are active, per run.
  private static var activeNanoseconds: UInt64 { 300 * Nanoseconds.second }
  /// The step whose state is restored in another world.
  private static var savedStep: UInt32 { 100 }

  mutating func visit<Model: WorldModel>(_ model: Model.Type) {
    for seed in Self.seeds { run(seed, of: model) }
  }

  private func run<Model: WorldModel>(_ seed: UInt64, of model: Model.Type) {
    let descriptor = Model.described
    let parameters = seed % 2 == 0 ? descriptor.defaultParameters : Self.maxima(of: descriptor)
    let plan = WorldPlan.drawn(
      model, seed: seed, parameters: parameters, activeNanoseconds: Self.activeNanoseconds,
      faults: FaultChoice())
    var simulation = WorldSimulation<Model>(plan)
    var judge = PropertyChecker(descriptor.properties)
    var snapshot = Snapshot()
    var (step, chain) = (UInt32.zero, UInt64.zero)
    while let event = simulation.next {
      simulation.apply(event)
      step += 1
      simulation.judge(by: &judge)
      if step == Self.savedStep { snapshot.save(&simulation) }
      write("history", seed, step, &simulation, &chain, descriptor)
    }
    // The property checks must be the same, too.
    var held: UInt64 = 0
    for tally in judge.tallies { held = Recording.chained(held, tally.held) }
    var line = begun("judged", seed, step, descriptor)
    finish(&line, held, chain)
    var other = WorldSimulation<Model>(plan)
    var backup = Snapshot()
    guard step >= Self.savedStep,
      (try? snapshot.restore(&other, savedTo: &backup)) != nil
    else { return }
    (step, chain) = (Self.savedStep, 0)
    while let event = other.next {
      other.apply(event)
      step += 1
      write("restored", seed, step, &other, &chain, descriptor)
    }
  }

  private static func maxima(of descriptor: ModelDescriptor) -> ParameterValues {
    ParameterValues(of: descriptor.parameters) { $0.maximum }
  }

  private func write<Model: WorldModel>(
    _ kind: StaticString, _ seed: UInt64, _ step: UInt32,
    _ simulation: inout WorldSimulation<Model>, _ chain: inout UInt64,
    _ descriptor: ModelDescriptor
  ) {
    var digest = StateDigest()
    simulation.visitState(&digest)
    let state = digest.finalize()
    chain = Recording.chained(chain, state)
    var line = begun(kind, seed, step, descriptor)
    finish(&line, state, chain)
  }

  private func begun(
    _ kind: StaticString, _ seed: UInt64, _ step: UInt32, _ descriptor: ModelDescriptor
  ) -> TextLine {
    var line = TextLine()
    line.begin(descriptor.name)
    line.qualify(kind)
    line.append(decimal: seed)
    line.append(decimal: UInt64(step))
    return line
  }

  private func finish(_ line: inout TextLine, _ state: UInt64, _ chain: UInt64) {
    line.append(hexadecimal: state)
    line.append(hexadecimal: chain)
    line.appendNothing()
    line.end()
    write(line.bytes)
  }
}
