import SimbenchKit
import SimCatalogue

/// The runs whose digests `seeds/` pins: 64 seeds per scene, at certain frames.
///
/// A run lasts one second, with the scenario's kinds of input and touch sensor defects at much
/// higher rates. Its canvas is about half as wide and high as a phone's, since interpreters also
/// rasterize the 64 seeds of each scene.
package enum SeedCorpus {
  /// The seeds: small ones that people type, and the one with all bits set.
  package static var seeds: [UInt64] { (0..<63).map { UInt64($0) } + [.max] }

  /// Every fifth seed, including the last, for targets that rasterize slowly.
  static var sample: [UInt64] { seeds.indices.filter { $0 % 5 == 3 }.map { seeds[$0] } }

  /// The frames whose digests are pinned; the last one ends the run.
  package static var statedFrames: [UInt32] { [20, 60] }

  /// The plan for one seed.
  package static func plan(seed: UInt64, for descriptor: SceneDescriptor) -> RunPlan {
    var plan = RunPlan(
      seed: seed, frameCount: statedFrames.reduce(0) { max($0, $1) } + 1,
      clock: FrameClock(framesPerSecond: 60),
      canvas: SceneCanvas(widthPoints: 200, heightPoints: 432, scale: 1),
      parameters: descriptor.defaultParameters)
    plan.generators = [
      InputGenerator(kind: .shake, eventsPerMinute: 120, strength: 1.3),
      InputGenerator(kind: .slowTilt, eventsPerMinute: 120, strength: 2),
      InputGenerator(kind: .tap, eventsPerMinute: 240),
      InputGenerator(kind: .drag, eventsPerMinute: 240),
      InputGenerator(kind: .toddlerMash, eventsPerMinute: 120),
    ]
    plan.defects = InputDefects(
      droppedPerMille: 5, duplicatedPerMille: 5, latePerMille: 5, lateFrames: 2,
      coalescedPerMille: 10)
    if descriptor.letters != nil { write(on: &plan, descriptor) }
    return plan
  }

  /// Every letter and every kind of writer, at eight times the speed.
  private static func write(on plan: inout RunPlan, _ descriptor: SceneDescriptor) {
    for (index, parameter) in descriptor.parameters.enumerated()
    where !parameter.choices.isEmpty {
      plan.parameters.values[index] = Float(plan.seed % UInt64(parameter.choices.count))
    }
    let skills = Writer.Skill.allCases
    let skill = skills[Int(plan.seed / 3 % UInt64(skills.count))]
    plan.writer = Writer(skill: skill, isPencil: plan.seed % 4 == 3, pace: 8)
  }

  /// Writes the contents of the files in `seeds/` line by line, one scene after the other.
  ///
  /// Each scene's lines start with its name, the behavior versions, the canvas in points with its
  /// scale, and the frame rate. Then each pinned frame has a line with seed, frame and digests.
  package static func write(_ write: ([UInt8]) -> Void) { self.write(seeds: seeds, write) }

  /// Writes the contents for some seeds only.
  package static func write(seeds: [UInt64], _ write: ([UInt8]) -> Void) {
    withoutActuallyEscaping(write) { write in
      var visitor = SeedVisitor(seeds: seeds, write: write)
      Catalogue.visitAll(&visitor)
    }
  }
}

/// Writes the table of each scene.
private struct SeedVisitor: SceneVisitor {
  let seeds: [UInt64]
  let write: ([UInt8]) -> Void

  mutating func visit<S: SimScene & ~Copyable>(_ scene: S.Type) {
    let descriptor = S.descriptor
    let plan = SeedCorpus.plan(seed: 0, for: descriptor)
    head("scenario") { $0.append(descriptor.name) }
    head("behavior-version") { $0.append(decimal: UInt64(BehaviorVersion.current)) }
    head("scene-behavior-version") { $0.append(decimal: UInt64(descriptor.behaviorVersion)) }
    head("canvas") {
      $0.append(decimal: UInt64(plan.canvas.widthPoints))
      $0.append(decimal: UInt64(plan.canvas.heightPoints))
      $0.append(decimal: UInt64(plan.canvas.scale))
    }
    head("frame-rate") { $0.append(decimal: UInt64(plan.clock.framesPerSecond)) }
    head("columns") { $0.append("seed frame state pixels") }
    for seed in seeds { rows(of: seed, scene) }
  }

  private func head(_ key: StaticString, _ fill: (inout TextLine) -> Void) {
    var line = TextLine()
    line.begin(key)
    fill(&line)
    line.end()
    write(line.bytes)
  }

  private func rows<S: SimScene & ~Copyable>(of seed: UInt64, _ scene: S.Type) {
    var run = SeedRun<S>(seed: seed)
    var line = TextLine()
    while let frame = run.advance() {
      guard let pixels = frame.pixels else { continue }
      line.begin(decimal: seed)
      line.append(decimal: UInt64(frame.index))
      line.append(hexadecimal: frame.state)
      line.append(hexadecimal: pixels)
      line.end()
      write(line.bytes)
    }
  }
}
