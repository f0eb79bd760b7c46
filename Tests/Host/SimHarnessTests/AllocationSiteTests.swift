import SimFormats
import SimHarness
import SimPlatform
import Testing

/// Goal: who allocates after warm-up is named, with count, bytes, phase and first frame.
///
/// Method: one allocation planted into a frame of the step, in a process of its own, since every
/// thread's allocations are seen; made-up stacks for how names are kept.
struct AllocationSiteTests {
  private static func run(
    _ plant: String?, findsSites: Bool = true
  ) throws -> AllocationSummary {
    var options = RunOptions()
    options.rendersPixels = false
    options.findsAllocationSites = findsSites
    options.planted = plant.flatMap { PlantedWork($0) }
    return try Runner<PlantScene>.run(.planted(), options: options).result.allocations
  }

  #if DEBUG
    @Test func debugBuildNamesNone() throws {
      #expect(try Self.run("allocation=130").sites == nil)
    }
  #else
    @Test func plantedAllocationIsNamed() async {
      await #expect(processExitsWith: .success) {
        let found = try Self.run("allocation=130")
        let site = try #require(found.sites?.top.first)
        #expect(site.function.contains("PlantedWork.takeMemory"), "\(site)")
        #expect(site.phase == "step" && site.firstFrame == 130)
        #expect(site.count == 1 && site.bytes == 64)
        #expect(found.sites?.siteCount == 1 && found.sites?.lostCount == 0)
      }
    }

    /// Allocations of warm-up and of what watches the frames are not the scene's.
    @Test func calmSceneHasNone() async {
      await #expect(processExitsWith: .success) {
        let sites = try #require(try Self.run("allocation=20").sites)
        #expect(sites == AllocationSites(top: [], siteCount: 0, lostCount: 0), "\(sites)")
      }
    }
  #endif

  @Test func unaskedSitesAreNotLookedFor() throws {
    #expect(try Self.run("allocation=130", findsSites: false).sites == nil)
  }

  @Test func namesBeginBehindTheRuntimeAndEndBeforeTheLoop() {
    func place(_ function: String, _ file: String = "simbench") -> (function: String, file: String)
    {
      (function, file)
    }
    let places = [
      place("note_stack"), place("malloc"), place("swift_slowAlloc", "libswiftCore.so"),
      place("generic specialization <Swift.Float> of Swift.Array.append"),
      place("SimScenes.Snow.grow"), place("SimScenes.Snow.step"),
      place("(a in _\(String(repeating: "0F", count: 16)))"), place("b"), place("c"),
      place("SimRuntime.FrameLoop.advance"), place("main"),
    ]
    #expect(
      AllocationSites.chain(places) == ["SimScenes.Snow.grow", "SimScenes.Snow.step", "a", "b"])
    #expect(AllocationSites.chain([place("malloc")]) == ["malloc"])
    #expect(AllocationSites.chain([]) == ["unknown"])
  }
}
