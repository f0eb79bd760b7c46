import SimFormats
import SimRaster
import SimRuntime
import Testing

/// Goal: every unit of work has a name, a phase and a counter of its own, in the order that results
/// have had from the beginning.
///
/// Method: the complete list of names, and counts of which no two are alike.
struct WorkUnitTests {
  private static let plainNames = [
    "input.frame", "input.touchSample", "step.frame", "step.particle", "step.interaction",
    "draw.frame", "draw.command", "draw.cell", "draw.cellMember", "raster.frame", "raster.cell",
    "raster.run",
  ]
  private static let kindNames = [
    "fill", "linear-gradient", "radial-gradient", "disc", "soft-disc", "ring", "glow", "capsule",
    "rounded-border", "sprite", "image", "group", "group-end", "layer",
  ]

  @Test func namesStayAsTheyAre() {
    let families = ["primitive", "row", "blended", "filled"].flatMap { family in
      Self.kindNames.map { "raster.\(family).\($0)" }
    }
    let names = WorkUnit.all.map { $0.fullName }
    #expect(names == Self.plainNames + families)
    #expect(Set(names).count == names.count)
    for unit in WorkUnit.all {
      #expect(unit.fullName.hasPrefix(unit.phase.name.description + "."))
    }
  }

  @Test func everyUnitHasItsOwnCounter() {
    var work = FrameWork()
    work.touchSamples = 2
    work.particleSteps = 3
    work.interactions = 4
    work.commands = 5
    work.cellsColored = 6
    work.cellMembers = 1 << 40
    work.raster.cellsRepainted = 7
    work.raster.runsRepainted = 8
    for kind in DrawCommand.Kind.allCases {
      let lane = Int(kind.rawValue)
      work.raster.primitivesByKind[lane] = 100 + UInt32(lane)
      work.raster.rowsByKind[lane] = 200 + UInt32(lane)
      work.raster.blendedByKind[lane] = 300 + UInt32(lane)
      work.raster.filledByKind[lane] = 400 + UInt32(lane)
    }
    let plain: [UInt64] = [1, 2, 1, 3, 4, 1, 5, 6, 1 << 40, 0, 7, 8]
    let families = [100, 200, 300, 400].flatMap { first in
      Self.kindNames.indices.map { UInt64(first + $0) }
    }
    #expect(WorkUnit.all.map { $0.amount(in: work) } == plain + families)
    #expect(WorkUnit.plain(.rasterFrame).amount(in: work) == 0)
    work.hasPixels = true
    #expect(WorkUnit.plain(.rasterFrame).amount(in: work) == 1)
  }

  @Test func everyUnitHasItsOwnValue() {
    var places = PerWorkUnit(repeating: -1)
    for (place, unit) in WorkUnit.all.enumerated() {
      #expect(places[unit] == -1)
      places[unit] = place
    }
    for (place, unit) in WorkUnit.all.enumerated() { #expect(places[unit] == place) }
  }
}
