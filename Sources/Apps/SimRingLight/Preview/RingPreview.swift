import SimbenchKit

/// A selfie camera's preview with a ring of light around it, and the photo that is taken.
///
/// In plain words: a camera sees a person in the light of a room and of the display itself. The
/// ring is a border of the display; it lights the face softly, the exposure follows, and nothing
/// that is toggled, dragged or captured makes the display flash. A script presses the app's
/// controls; touches do too: the shutter below, ring and color in the upper corners, brightness
/// along the right edge, the other camera in the lower left corner, two fingers for zoom; the keys
/// at the device's edge are shutters too. Whatever is premium is gone without the entitlement.
public struct RingPreview: Scene {
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
  /// What the parameters say, and the script begins with.
  package let initial: CameraSettings
  /// What the cameras see instead of the painted subject.
  let given: CameraPictures?
  /// Small pictures of the subject; they follow from seed, parameters and given pictures.
  let finders: SubjectFinders
  let zoomKeep: Float
  let centeringKeep: Float

  /// Pixels of everything for the canvas.
  package var layout: PreviewLayout
  /// The canvas.
  package var canvas: Canvas
  /// Frames stepped so far.
  package var frame: UInt32 = 0
  /// The camera in use.
  package var camera: CameraSwitch
  /// What touches have changed of what the script says.
  package var touched = TouchedSettings()
  /// Whether the entitlement was there in the frame stepped last.
  package var isEntitled = true
  /// What is in force, the entitlement considered.
  package var settings: CameraSettings
  /// The ring.
  package var ring: OverlayDriver
  /// The ring's thickness as it is drawn.
  package var thickness: ThicknessDriver
  /// Timer, flash and photo.
  package var capture: CaptureSequence
  /// The camera's exposure.
  package var exposure: AutoExposure
  /// The zoom as it is seen, 1 to 5.
  package var zoom: Float
  /// The middle of the preview in heights of the camera's picture from that picture's middle.
  package var center = Vector2.zero
  /// Where the subject is, in heights, from where it is when nothing moves.
  package var shift = Vector2.zero
  /// The room's light on the sensor, before exposure.
  package var room = LinearColor.black
  /// The light of ring and flash on the sensor, before exposure.
  package var ringLight = LinearColor.black
  /// What the last photo was taken with.
  package var photo = PhotoRecord()
  /// Transitions of the ring over black and over white, and of the preview's middle.
  package var transitions: [TransitionCounter]
  /// The preview as the display list knows it.
  package var image = ImageHandle.none

  /// Makes the preview, settled.
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

  /// Settles everything on what the first frame asks for.
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

  /// What is exposed with what weight of the ring and of the room, by seed and parameters.
  package static func subject(
    seed: UInt64, _ parameters: ParameterValues, _ canvas: Canvas
  ) -> Subject {
    let half = min(canvas.widthPoints, canvas.heightPoints) * 0.5
    return Subject(
      seed: seed, tone: Subject.SkinTone(rawValue: UInt8(parameters[Parameter.skin])) ?? .medium,
      thicknessShare: max(0.02, min(parameters[Parameter.thickness] / half, 1)))
  }

  /// Gives the preview another canvas; nothing of its state depends on the size.
  public mutating func resize(to canvas: Canvas) {
    self.canvas = canvas
    layout = PreviewLayout(canvas)
  }

  /// Counts photos and transitions and says how ring, exposure and picture are.
  public func count(into populations: inout PopulationCounts) {
    func percent(_ share: Float) -> UInt32 { UInt32(max(0, min(share, 1_000)) * 100 + 0.5) }
    populations.set(Population.ringOpacity, to: percent(ring.overlay.coverage))
    populations.set(Population.ringLuminance, to: percent(ring.overlay.light.luminance))
    populations.set(Population.exposureGain, to: percent(exposure.gain))
    populations.set(Population.zoom, to: percent(zoom))
    let position = finder.position(halfWidth: layout.halfWidth) + shift
    populations.set(
      Population.offCenter, to: UInt32(min((position - center).length * 1_000, 1e6) + 0.5))
    populations.set(Population.photos, to: capture.photoCount)
    populations.set(Population.flash, to: percent(capture.flash.overlay.coverage))
    populations.set(Population.screenBrightness, to: percent(capture.screenBrightness))
    populations.set(
      Population.transitions, to: transitions.reduce(0) { max($0, $1.maximumPerSecond) })
    populations.set(Population.premiumLeaks, to: isEntitled ? 0 : settings.premiumCount)
    populations.set(Population.cameraSwitches, to: camera.switchCount)
  }
}

/// What touches have changed of what the script says.
package struct TouchedSettings: Equatable, Sendable {
  /// Whether the ring is the other way about.
  package var isRingToggled = false
  /// How many presets further.
  package var presetShift: UInt32 = 0
  /// The slider, 0.1 to 1; 0 while it was never touched.
  package var brightness: Float = 0
  /// The zoom the fingers ask for; 0 while they never did.
  package var zoom: Float = 0
  /// The distance of the two fingers when both were down, and the zoom there; 0 without two.
  package var pinchStart: Float = 0
  /// The zoom when the two fingers came down.
  package var pinchZoom: Float = 1
  /// The contact that drags the slider; 0 for none.
  package var sliderTouch: UInt32 = 0
  /// Whether the shutter was pressed in this frame, on the glass or by a key.
  package var isShutterPressed = false
  /// Whether the other camera was asked for in this frame.
  package var isCameraSwitched = false

  /// Nothing touched.
  package init() {}
}

/// What the last photo was taken with.
package struct PhotoRecord: Equatable, Sendable {
  /// The frame, counted in frames stepped.
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

  /// No photo yet.
  package init() {}
}
