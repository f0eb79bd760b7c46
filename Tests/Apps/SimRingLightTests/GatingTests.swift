import SimRingLight
import SimRuntime
import Testing

/// Goal: without the entitlement nothing premium is in force, whatever was chosen, and the choice
/// comes back with it.
///
/// Method: the whole matrix of settings, and an entitlement that lapses in the middle of use.
struct GatingTests {
  /// Every combination of what the entitlement decides.
  private static func matrix(_ look: (CameraSettings) -> Void) {
    for preset in RingPreset.allCases {
      for timer in SelfTimer.allCases {
        for hdr in HDRMode.allCases {
          for bits in 0..<32 {
            var settings = CameraSettings()
            settings.preset = preset
            settings.timer = timer
            settings.hdr = hdr
            settings.isFlashSynced = bits & 1 != 0
            settings.isMirrored = bits & 2 != 0
            settings.isSmoothing = bits & 4 != 0
            settings.isCentering = bits & 8 != 0
            settings.isHighQuality = bits & 16 != 0
            look(settings)
          }
        }
      }
    }
  }

  @Test func wholeMatrixFallsBackToWhatIsFree() {
    var count = 0
    Self.matrix { settings in
      count += 1
      #expect(settings.gated(isPro: true) == settings)
      let free = settings.gated(isPro: false)
      #expect(free.premiumCount == 0)
      #expect(free.preset == (settings.preset.isFree ? settings.preset : .pureWhite))
      #expect(free.timer == (settings.timer.isFree ? settings.timer : .off))
      var rest = free
      rest.preset = settings.preset
      rest.timer = settings.timer
      rest.hdr = settings.hdr
      rest.isFlashSynced = settings.isFlashSynced
      rest.isMirrored = settings.isMirrored
      rest.isSmoothing = settings.isSmoothing
      rest.isCentering = settings.isCentering
      rest.isHighQuality = settings.isHighQuality
      #expect(rest == settings)
    }
    #expect(count == 7 * 4 * 3 * 32)
  }

  /// The count must see each of the eight kinds, or it could not find a leak.
  @Test func everyPremiumValueIsCounted() {
    let changes: [(inout CameraSettings) -> Void] = [
      { $0.preset = .iceBlue }, { $0.preset = .custom }, { $0.timer = .tenSeconds },
      { $0.hdr = .auto }, { $0.isFlashSynced = true }, { $0.isMirrored = true },
      { $0.isSmoothing = true }, { $0.isCentering = true }, { $0.isHighQuality = true },
    ]
    #expect(CameraSettings().premiumCount == 0)
    for change in changes {
      var settings = CameraSettings()
      change(&settings)
      #expect(settings.premiumCount == 1)
    }
  }

  private typealias Parameter = RingPreview.Parameter

  @Test func entitlementThatLapsesInUseTakesEverythingAlong() {
    var scene = RingRuns.scene(
      RingRuns.plan {
        $0[Parameter.premium] = 2
        $0[Parameter.every] = 10
        $0[Parameter.color] = 5
        $0[Parameter.timer] = 3
        $0[Parameter.quality] = 1
      })
    for frame in 0..<120 {
      RingRuns.step(&scene)
      let isPro = frame < 50
      #expect(scene.settings.premiumCount == (isPro ? 6 : 0), "frame \(frame)")
      var counts = PopulationCounts(count: RingPreview.descriptor.populations.count)
      scene.count(into: &counts)
      #expect(counts[RingPreview.Population.premiumLeaks] == 0)
    }
    // The ring is white by now, and not at once.
    #expect(scene.ring.overlay == Overlay(light: .white, coverage: 1))
  }

  /// A countdown that began in the last entitled frame takes its photo, frames later, with the
  /// premium values; the next one is free.
  @Test func captureKeepsTheEntitlementWithWhichItBegan() {
    for hasFlash in [false, true] {
      var scene = RingRuns.scene(
        RingRuns.plan(rate: 30) {
          $0[Parameter.premium] = 2
          $0[Parameter.script] = 7
          $0[Parameter.every] = 180
          $0[Parameter.color] = 5
          $0[Parameter.timer] = 2
          $0[Parameter.quality] = 1
          $0[Parameter.hdr] = 1
          $0[Parameter.flash] = hasFlash ? 1 : 0
          $0[Parameter.flashSync] = 1
        })
      var photos: [(frame: UInt32, isHigh: Bool)] = []
      var flashes = Set<Bool>()
      for frame in 0..<1300 {
        let count = scene.capture.photoCount
        RingRuns.step(&scene)
        if scene.capture.photoCount > count {
          photos.append((UInt32(frame), scene.photo.isHighQuality && scene.photo.isFused))
          flashes.insert(scene.capture.flash.overlay.light == .white)
        }
        if frame >= 900 { #expect(scene.settings.premiumCount == 0) }
      }
      let late = photos.filter { $0.frame >= 900 }
      #expect(late.count >= 2 && late[0].isHigh && late[0].frame >= 1000)
      #expect(late.dropFirst().allSatisfy { !$0.isHigh })
      if hasFlash { #expect(flashes == [false, true]) }
    }
  }
}
