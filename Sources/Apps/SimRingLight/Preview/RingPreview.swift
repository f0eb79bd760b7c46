import SimbenchKit

/// A selfie camera's preview with a ring light around it, and photo capture.
///
/// A camera sees a person in the light of a room and of the display itself. The ring is a border of
/// the display; it lights the face softly, and the exposure follows. Toggling, dragging and
/// capturing never make the display flash. A script can operate the app's controls, and so can
/// touches: the shutter at the bottom, ring and color in the upper corners, brightness along the
/// right edge, the other camera in the lower left corner, and two fingers for zoom; hardware
/// buttons also press the shutter. Premium features need the entitlement.
public struct RingPreview: SimScene {
  /// The scene's constants.
  package typealias Tuning = RingPreviewTuning

  /// The scenario's seed.
  package let seed: UInt64
  /// The constant step in seconds.
  package let stepSeconds: Float
  /// Frames per second.
  package let framesPerSecond: UInt32
  /// The values of the parameters.
  package let parameters: ParameterValues
  /// The settings from the parameters, with which the script starts.
  package let initial: CameraSettings
  /// The supplied pictures that the cameras see instead of the painted subject.
  let given: CameraPictures?
  /// Small images of the subject, derived from seed, parameters and supplied pictures.
  let finders: SubjectFinders
  let zoomKeep: Float
  let centeringKeep: Float

  /// The sizes of all parts of the pipeline.
  package var layout: PreviewLayout
  /// The canvas.
  package var canvas: SceneCanvas
  /// The number of frames stepped so far.
  package var frame: UInt32 = 0
  /// The camera in use.
  package var camera: CameraSwitch
  /// Settings changed by touches, on top of the script.
  package var touched = TouchedSettings()
  /// Whether the entitlement was active in the last stepped frame.
  package var isEntitled = true
  /// Whether the entitlement was active when the capture in progress began.
  package var isCaptureEntitled = true
  /// The effective settings under the entitlement.
  package var settings: CameraSettings
  /// The ring's overlay.
  package var ring: OverlayDriver
  /// The current thickness of the ring.
  package var thickness: ThicknessDriver
  /// Self-timer, flash and photo.
  package var capture: CaptureSequence
  /// The camera's exposure.
  package var exposure: AutoExposure
  /// The current zoom, 1 to 5.
  package var zoom: Float
  /// The center of the preview, in frame heights from the center of the camera's frame.
  package var center = Vector2.zero
  /// The displacement of the subject from its resting position, in frame heights.
  package var shift = Vector2.zero
  /// The room's light on the sensor, before exposure.
  package var room = LinearColor.black
  /// The light of ring and flash on the sensor, before exposure.
  package var ringLight = LinearColor.black
  /// The settings of the last photo.
  package var photo = PhotoRecord()
  /// Counters of transitions at the ring, over black and over white, and in the middle of the
  /// preview, likewise.
  package var transitions: [TransitionCounter]
  /// The handle of the preview image in the display list.
  package var image = ImageHandle.none

  /// Makes the preview with all values settled.
  public init(_ context: SceneContext) {
    seed = context.seed
    stepSeconds = context.clock.stepSeconds
    framesPerSecond = context.clock.framesPerSecond
    parameters = context.parameters
    canvas = context.canvas
    layout = PreviewLayout(context.canvas)
    initial = Self.initial(context.parameters)
    given = context.camera
    finders = SubjectFinders(
      Self.subject(seed: context.seed, context.parameters, context.canvas), context.camera)
    camera = CameraSwitch(
      position: context.parameters[Parameter.camera] == 1 ? .back : .front,
      framesPerSecond: framesPerSecond)
    settings = initial
    thickness = ThicknessDriver(
      points: initial.thickness, framesPerSecond: framesPerSecond)
    zoom = context.parameters[Parameter.zoom]
    ring = OverlayDriver(framesPerSecond: framesPerSecond)
    capture = CaptureSequence(
      screenBrightness: Tuning.screenBrightness, framesPerSecond: framesPerSecond)
    zoomKeep = Math.exp(0 - stepSeconds / Tuning.zoomSeconds)
    centeringKeep = Math.exp(0 - stepSeconds / Tuning.centeringSeconds)
    exposure = AutoExposure(metered: 1, stepSeconds: stepSeconds)
    transitions = []
    begin()
  }

  /// Sets all values to their targets for the first frame.
  private mutating func begin() {
    isEntitled = isPro
    settings = chosen().gated(isPro: isEntitled)
    ring = OverlayDriver(ringTarget, framesPerSecond: framesPerSecond)
    light()
    exposure = AutoExposure(
      metered: finder.metered(room: room, ring: ringLight), stepSeconds: stepSeconds)
    let luminances = seenLuminances
    transitions = (0..<4).map {
      TransitionCounter(luminance: luminances[$0], framesPerSecond: framesPerSecond)
    }
  }

  /// The painted subject for a seed, parameters and canvas.
  package static func subject(
    seed: UInt64, _ parameters: ParameterValues, _ canvas: SceneCanvas
  ) -> Subject {
    let half = min(canvas.widthPoints, canvas.heightPoints) * 0.5
    return Subject(
      seed: seed, tone: Subject.SkinTone(rawValue: UInt8(parameters[Parameter.skin])) ?? .medium,
      thicknessShare: max(0.02, min(parameters[Parameter.thickness] / half, 1)))
  }

  /// Changes the canvas; no other state depends on its size.
  public mutating func resize(to canvas: SceneCanvas) {
    self.canvas = canvas
    layout = PreviewLayout(canvas)
  }

  /// Reports photos, transitions, and the state of ring, exposure and picture.
  public func count(into populations: inout PopulationCounts) {
    func percent(_ share: Float) -> UInt32 { UInt32(max(0, min(share, 1_000)) * 100 + 0.5) }
    populations[Population.ringOpacity] = percent(ring.overlay.coverage)
    populations[Population.ringLuminance] = percent(ring.overlay.light.luminance)
    populations[Population.exposureGain] = percent(exposure.gain)
    populations[Population.zoom] = percent(zoom)
    let position = finder.position(halfWidth: layout.halfWidth) + shift
    populations[Population.offCenter] = UInt32(min((position - center).length * 1_000, 1e6) + 0.5)
    populations[Population.photos] = capture.photoCount
    populations[Population.flash] = percent(capture.flash.overlay.coverage)
    populations[Population.screenBrightness] = percent(capture.screenBrightness)
    populations[Population.transitions] = transitions.reduce(0) { max($0, $1.maximumPerSecond) }
    populations[Population.premiumLeaks] = isEntitled ? 0 : settings.premiumCount
    populations[Population.cameraSwitches] = camera.switchCount
  }
}

/// Settings changed by touches, on top of the script.
package struct TouchedSettings: Equatable, Sendable {
  /// Whether the ring's switch is inverted.
  package var isRingToggled = false
  /// The number of presets to skip.
  package var presetShift: UInt32 = 0
  /// The slider, 0.1 to 1; 0 if never touched.
  package var brightness: Float = 0
  /// The zoom requested by fingers; 0 if none.
  package var zoom: Float = 0
  /// The distance between two fingers at the start of a pinch; 0 without a pinch.
  package var pinchStart: Float = 0
  /// The zoom at the start of the pinch.
  package var pinchZoom: Float = 1
  /// The touch that drags the slider; 0 for none.
  package var sliderTouch: UInt32 = 0
  /// Whether the shutter was pressed in this frame, by touch or hardware button.
  package var isShutterPressed = false
  /// Whether the other camera was requested in this frame.
  package var isCameraSwitched = false

  /// Makes settings without changes.
  package init() {}
}

/// The settings of the last photo.
package struct PhotoRecord: Equatable, Sendable {
  /// The number of frames stepped before the photo.
  package var frame: UInt32 = 0
  /// Whether the flash fired.
  package var isFlashed = false
  /// Whether several exposures were fused.
  package var isFused = false
  /// Whether it has the sensor's full resolution.
  package var isHighQuality = false
  /// Whether it is mirrored.
  package var isMirrored = false
  /// Whether skin is smoothed.
  package var isSmoothed = false

  /// Makes a record of no photo.
  package init() {}
}
