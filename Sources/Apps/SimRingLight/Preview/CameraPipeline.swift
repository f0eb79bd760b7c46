import SimbenchKit

/// The preview's stages in execution order.
package enum PreviewStage: UInt8, CaseIterable, Sendable {
  /// The camera's frame.
  case camera
  /// Rotation of the frame to upright.
  case orientation
  /// Crop and zoom.
  case zoom
  /// Skin smoothing.
  case smoothing
  /// The user's exposure compensation.
  case exposure
  /// Scaling to the display's resolution.
  case display
  /// The ring light and the flash.
  case ring
  /// Mirroring.
  case mirror
  /// The rule-of-thirds grid.
  case grid

  /// The kebab-case name in reports.
  package var name: StaticString {
    switch self {
    case .camera: CameraStage.name
    case .orientation: OrientationStage.name
    case .zoom: ZoomStage.name
    case .smoothing: SmoothingStage.name
    case .exposure: ExposureStage.name
    case .display: DisplayStage.name
    case .ring: RingStage.name
    case .mirror: MirrorStage.name
    case .grid: GridStage.name
    }
  }

  /// The key of the stage for observers.
  package var key: StageKey { StageKey(self) }
}

/// The storage of the preview's stages.
package struct CameraPipeline: Sendable {
  /// The preview at the display's resolution, after `render`.
  package var frame: PixelFrame
  private var camera: CameraStage
  private var orientation = OrientationStage()
  private var zoom = ZoomStage()
  private var smoothing: SmoothingStage
  private var exposure = ExposureStage()
  private var display = DisplayStage()
  private var ring: RingStage
  private var mirror = MirrorStage()
  private var grid = GridStage()

  /// Allocates storage for every canvas of a plan.
  package init(_ plan: RunPlan) {
    var canvases = [plan.canvas]
    for change in plan.canvasChanges { canvases.append(change.canvas) }
    var (pixels, mapped, side): (Int32, Int32, Int32) = (1, 1, 1)
    for canvas in canvases {
      let layout = PreviewLayout(canvas)
      pixels = max(pixels, max(layout.display.count, layout.camera.count))
      mapped = max(mapped, layout.mapCount)
      side = max(side, max(layout.camera.width, layout.camera.height))
    }
    let tables = LightTables()
    frame = PixelFrame(capacity: pixels)
    camera = CameraStage(
      subject: RingPreview.subject(seed: plan.seed, plan.parameters, plan.canvas),
      given: plan.camera, seed: plan.seed, tables: tables, capacity: Int(mapped),
      maximumSide: Int(side))
    smoothing = SmoothingStage(capacity: Int(pixels), maximumSide: Int(side))
    ring = RingStage(tables: tables)
  }

  /// Renders the preview of a state into `frame`.
  package mutating func render<Observer: PhaseObserver & ~Copyable>(
    _ scene: borrowing RingPreview, _ observer: inout Observer
  ) {
    frame.work = RasterWork()
    camera.show(scene.layout, scene.camera.position)
    frame.apply(&camera, scene.cameraSettings, as: PreviewStage.camera.key, &observer)
    frame.apply(&orientation, scene.sensorTurn, as: PreviewStage.orientation.key, &observer)
    frame.apply(&zoom, scene.zoomSettings, as: PreviewStage.zoom.key, &observer)
    frame.apply(&smoothing, scene.smoothingSettings, as: PreviewStage.smoothing.key, &observer)
    frame.apply(&exposure, scene.settings.exposureStops, as: PreviewStage.exposure.key, &observer)
    frame.apply(&display, scene.layout.display, as: PreviewStage.display.key, &observer)
    frame.apply(&ring, scene.ringSettings, as: PreviewStage.ring.key, &observer)
    frame.apply(&mirror, scene.settings.isMirrored, as: PreviewStage.mirror.key, &observer)
    frame.apply(&grid, scene.gridSettings, as: PreviewStage.grid.key, &observer)
  }
}

/// The settings of each stage, derived from the state.
extension RingPreview {
  /// Light, exposure, position and noise.
  package var cameraSettings: CameraStage.Settings {
    let height = Float(layout.camera.height)
    let upright = Vector2(0 - shift.x, 0 - shift.y) * height
    let limit = Float(layout.margin)
    func whole(_ value: Float) -> Int32 {
      let limited = max(0 - limit, min(value, limit))
      return limited < 0 ? 0 - Int32(0.5 - limited) : Int32(limited + 0.5)
    }
    let noise = Tuning.noiseLevels * parameters[Parameter.noise] / 100
    return CameraStage.Settings(
      size: layout.camera.turned(by: sensorTurn), room: room.scaled(by: exposure.gain),
      ring: ringLight.scaled(by: exposure.gain),
      offset: sensorTurn.onSensor(whole(upright.x), whole(upright.y)),
      noiseLevels: noise * exposure.gain.squareRoot(), noiseFrame: frame,
      picture: pictureIndex)
  }

  /// The rotation that makes the current camera's frame upright.
  package var sensorTurn: SensorTurn { SensorTurn(layout.orientation, camera.position) }

  /// The crop of the preview.
  package var zoomSettings: ZoomStage.Settings {
    ZoomStage.Settings(
      size: layout.preview, zoom: zoom, center: center * Float(layout.camera.height))
  }

  /// The settings of skin smoothing.
  package var smoothingSettings: SmoothingStage.Settings {
    // A cell averages 16 sensor pixels; with zoom fewer, down to one.
    let cellNoise = cameraSettings.noiseLevels * min(1, zoom / 4)
    return SmoothingStage.Settings(
      isOn: settings.isSmoothing,
      radiusPixels: Int32(Tuning.smoothingPoints * layout.previewScale + 0.5),
      epsilon: Tuning.smoothingEpsilon, strength: Tuning.smoothingStrength,
      light: room.adding(ringLight), noiseLevels: cellNoise)
  }

  /// The overlays on the preview.
  package var ringSettings: RingStage.Settings {
    let soft = min(thickness.points * Tuning.ringSoftShare, Tuning.ringSoftPoints)
    return RingStage.Settings(
      ring: ring.overlay, flash: capture.flash.overlay,
      shape: RingShape(
        size: layout.display, thickness: thickness.points * canvas.scale,
        softness: soft * canvas.scale,
        corner: Tuning.ringCornerPoints * canvas.scale))
  }

  /// The rule-of-thirds grid.
  package var gridSettings: GridStage.Settings {
    GridStage.Settings(isShown: settings.showsGrid, linePixels: max(1, Int32(canvas.scale)))
  }
}
