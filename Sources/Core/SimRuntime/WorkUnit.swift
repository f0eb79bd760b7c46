import SimRaster

/// One kind of work that is counted, such as a pixel of a soft disc; each belongs to one phase.
@usableFromInline
package enum WorkUnit: Equatable, Sendable {
  /// Work that is no matter of a kind of primitive.
  case plain(Plain)
  /// Work on the primitives of one kind.
  case perKind(Family, DrawCommand.Kind)

  /// Units that are no count of a kind of primitive, in the order of results.
  @usableFromInline
  package enum Plain: UInt8, Sendable, CaseIterable {
    /// What gathering input takes by itself.
    case inputFrame
    /// A sensor sample.
    case touchSample
    /// What a step takes by itself.
    case stepFrame
    /// A member of a population with a cap, advanced by one step.
    case particle
    /// A pair of such a member and a contact.
    case interaction
    /// What drawing takes by itself.
    case drawFrame
    /// A command that the scene drew.
    case drawCommand
    /// A pixel of a small picture that the scene colored.
    case cell
    /// A pair of such a pixel and a member that may have had a say in it.
    case cellMember
    /// What rasterizing takes by itself.
    case rasterFrame
    /// A damage cell repainted.
    case rasterCell
    /// A run of neighboring damage cells.
    case rasterRun
  }

  /// What is counted of every kind of primitive, in the order of results.
  @usableFromInline
  package enum Family: UInt8, Sendable, CaseIterable {
    /// The primitives themselves.
    case primitive
    /// Rows of pixels that they reach.
    case row
    /// Pixels whose color was mixed with what lay below.
    case blended
    /// Pixels overwritten or copied.
    case filled
  }

  /// All there is to a unit: its phase, its name within that, and how often a frame did it.
  private func definition(
    _ work: FrameWork
  ) -> (phase: FramePhase, name: StaticString, amount: UInt64) {
    let raster = work.raster
    func lane(_ counts: RasterWork.CountsByKind, _ kind: DrawCommand.Kind) -> UInt64 {
      UInt64(counts[Int(kind.rawValue)])
    }
    return switch self {
    case .plain(.inputFrame): (.input, "frame", 1)
    case .plain(.touchSample): (.input, "touchSample", UInt64(work.touchSamples))
    case .plain(.stepFrame): (.step, "frame", 1)
    case .plain(.particle): (.step, "particle", UInt64(work.particleSteps))
    case .plain(.interaction): (.step, "interaction", UInt64(work.interactions))
    case .plain(.drawFrame): (.draw, "frame", 1)
    case .plain(.drawCommand): (.draw, "command", UInt64(work.commands))
    case .plain(.cell): (.draw, "cell", UInt64(work.cellsColored))
    case .plain(.cellMember): (.draw, "cellMember", work.cellMembers)
    case .plain(.rasterFrame): (.raster, "frame", work.hasPixels ? 1 : 0)
    case .plain(.rasterCell): (.raster, "cell", UInt64(raster.cellsRepainted))
    case .plain(.rasterRun): (.raster, "run", UInt64(raster.runsRepainted))
    case .perKind(.primitive, let kind):
      (.raster, "primitive", lane(raster.primitivesByKind, kind))
    case .perKind(.row, let kind): (.raster, "row", lane(raster.rowsByKind, kind))
    case .perKind(.blended, let kind): (.raster, "blended", lane(raster.blendedByKind, kind))
    case .perKind(.filled, let kind): (.raster, "filled", lane(raster.filledByKind, kind))
    }
  }

  /// The phase that does the work.
  package var phase: FramePhase { definition(FrameWork()).phase }

  /// What the unit counts, without its phase and its kind of primitive.
  package var name: StaticString { definition(FrameWork()).name }

  /// The kind of primitive that completes the name; nil for units without one.
  package var kind: DrawCommand.Kind? {
    guard case .perKind(_, let kind) = self else { return nil }
    return kind
  }

  /// How many units of the work a frame in the foreground did.
  package func amount(in work: FrameWork) -> UInt64 { definition(work).amount }
}

extension WorkUnit: CaseIterable {
  /// All units in the order of results.
  @usableFromInline
  package static var allCases: [WorkUnit] {
    Plain.allCases.map { .plain($0) }
      + Family.allCases.flatMap { family in
        DrawCommand.Kind.allCases.map { .perKind(family, $0) }
      }
  }

  /// The place in `allCases`.
  @usableFromInline var index: Int {
    switch self {
    case .plain(let unit): Int(unit.rawValue)
    case .perKind(let family, let kind):
      Plain.allCases.count + Int(family.rawValue) * DrawCommand.Kind.allCases.count
        + Int(kind.rawValue)
    }
  }
}
