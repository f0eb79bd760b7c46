import SimRaster

/// A unit of counted work, such as a blended pixel of a soft disc; each belongs to one phase.
@usableFromInline
package enum WorkUnit: Equatable, Sendable {
  /// Work that is independent of primitives.
  case plain(Plain)
  /// Work on primitives of one kind.
  case perKind(Family, DrawCommand.Kind)

  /// Units that are independent of primitives, in the order of results.
  @usableFromInline
  package enum Plain: UInt8, Sendable, CaseIterable {
    /// The fixed part of the input phase, once per frame.
    case inputFrame
    /// A touch sample.
    case touchSample
    /// The fixed part of a step, once per frame.
    case stepFrame
    /// A member of a capped population, advanced by one step.
    case particle
    /// A pair of such a member and a contact.
    case interaction
    /// The fixed part of drawing, once per frame.
    case drawFrame
    /// A command that the scene drew.
    case drawCommand
    /// A pixel of a small image that the scene computed.
    case cell
    /// A pair of such a pixel and a member that may contribute to it.
    case cellMember
    /// The fixed part of rasterizing, once per frame.
    case rasterFrame
    /// A repainted damage cell.
    case rasterCell
    /// Adjacent damage cells of one row, repainted together.
    case rasterRun
  }

  /// The counts kept for every kind of primitive, in the order of results.
  @usableFromInline
  package enum Family: UInt8, Sendable, CaseIterable {
    /// The primitives.
    case primitive
    /// The rows of pixels that they cover.
    case row
    /// The pixels blended with those below.
    case blended
    /// The pixels overwritten or copied.
    case filled
  }

  /// The phase of a unit, its name in that phase, and its amount in a frame.
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

  /// The phase that performs the work.
  package var phase: FramePhase { definition(FrameWork()).phase }

  /// The name of the unit, without its phase and kind of primitive.
  package var name: StaticString { definition(FrameWork()).name }

  /// The kind of primitive; nil for units that are independent of primitives.
  package var kind: DrawCommand.Kind? {
    guard case .perKind(_, let kind) = self else { return nil }
    return kind
  }

  /// The number of units in a foreground frame.
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

  /// The index in `allCases`.
  @usableFromInline var index: Int {
    switch self {
    case .plain(let unit): Int(unit.rawValue)
    case .perKind(let family, let kind):
      Plain.allCases.count + Int(family.rawValue) * DrawCommand.Kind.allCases.count
        + Int(kind.rawValue)
    }
  }
}
