import SimMath
import SimRaster
import Testing

/// Goal: a handle names what was registered and nothing else, and is as much state as its index.
///
/// Method: the handles of a list in turn, digests beside those of plain numbers, snapshots between
/// lists that were given different resources, and processes that draw what is not there.
@Suite struct HandleTests {
  private struct Indices: StateFields {
    var first: UInt16
    var second: UInt16

    mutating func visitState(_ visitor: inout some StateVisitor) {
      visitor.word {
        $0.field(&first, "first")
        $0.field(&second, "second")
      }
      visitor.field(&second, "third")
    }
  }

  private struct Resources: StateFields, Equatable {
    var sky = GradientHandle.none
    var backdrop = LayerHandle.none

    mutating func visitState(_ visitor: inout some StateVisitor) {
      visitor.word {
        $0.field(&sky, "sky")
        $0.field(&backdrop, "backdrop")
      }
      visitor.field(&backdrop, "backdrop")
    }
  }

  @Test func handlesCountTheResourcesOfAKind() {
    for index in 0..<Handles.layers.count {
      #expect(Handles.layers[index].index == UInt16(index))
      #expect(Handles.gradients[index].index == UInt16(index))
      #expect(Handles.sprites[index].index == UInt16(index))
      #expect(Handles.images[index].index == UInt16(index))
    }
    #expect(ImageHandle.none.index == UInt16.max && Handles.images[1] != Handles.images[0])
  }

  @Test func handleIsDigestedAsItsIndex() {
    let resources = Resources(sky: Handles.gradients[3], backdrop: Handles.layers[2])
    let indices = Indices(first: 3, second: 2)
    #expect(resources.digested().finalize() == indices.digested().finalize())
    #expect(resources.digested().finalize() != Resources().digested().finalize())
  }

  @Test func restoredHandleMustAgree() throws {
    var (saved, backup) = (Snapshot(), Snapshot())
    let resources = Resources(sky: Handles.gradients[3], backdrop: Handles.layers[2])
    var (same, other) = (resources, Resources())
    saved.save(&same)
    try saved.restore(&same, savedTo: &backup)
    #expect(same == resources)
    #expect(throws: SnapshotError.doesNotFit(StatePlace(["index"]))) {
      try saved.restore(&other, savedTo: &backup)
    }
    #expect(other == Resources())
  }

  @Test func drawingWhatWasNeverRegisteredTraps() async {
    await #expect(processExitsWith: .failure) {
      var list = makeList(width: 8, height: 8)
      list.linearGradient(.none, in: area, from: .zero, to: Vector2(0, 8))
    }
    await #expect(processExitsWith: .failure) {
      var list = makeList(width: 8, height: 8)
      list.sprite(.none, center: .zero, color: StraightColor(hex: 0))
    }
    await #expect(processExitsWith: .failure) {
      var list = makeList(width: 8, height: 8)
      list.image(Handles.images[1], in: area)
    }
    await #expect(processExitsWith: .failure) {
      var list = makeList(width: 8, height: 8)
      list.layer(.none)
    }
  }
}

private let area = PointRectangle(x: 0, y: 0, width: 8, height: 8)
