import SimbenchKit

/// The preview's stages in the order in which they run.
package enum PreviewStage: UInt8, CaseIterable, Sendable {
  /// What the camera sees.
  case camera
  /// The picture turned upright.
  case orientation
  /// The part of it that is shown.
  case zoom
  /// Skin made smooth.
  case smoothing
  /// The exposure of the user's choice.
  case exposure
  /// The picture at the display's resolution.
  case display
  /// The ring of light and the flash.
  case ring
  /// The picture as a mirror shows it.
  case mirror
  /// Lines at the thirds.
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

  /// What observers know the stage by.
  package var key: StageKey { StageKey(self) }
}

/// The storage of the preview's stages.
package struct CameraPipeline: Sendable {
  /// The preview at the display's resolution, once `render` is done.
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

  /// Takes storage for every canvas of a plan.
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

  /// Makes the preview of a state in `frame`.
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

/// What the state asks of each stage.
extension RingPreview {
  /// Light, exposure, place and noise.
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

  /// How the picture of the camera in use is turned upright.
  package var sensorTurn: SensorTurn { SensorTurn(layout.orientation, camera.position) }

  /// What is cut out.
  package var zoomSettings: ZoomStage.Settings {
    ZoomStage.Settings(
      size: layout.preview, zoom: zoom, center: center * Float(layout.camera.height))
  }

  /// How skin is smoothed.
  package var smoothingSettings: SmoothingStage.Settings {
    // A cell has 16 pixels of the sensor; what is zoomed in has fewer, down to one.
    let cellNoise = cameraSettings.noiseLevels * min(1, zoom / 4)
    return SmoothingStage.Settings(
      isOn: settings.isSmoothing,
      radiusPixels: Int32(Tuning.smoothingPoints * layout.previewScale + 0.5),
      epsilon: Tuning.smoothingEpsilon, strength: Tuning.smoothingStrength,
      light: room.adding(ringLight), noiseLevels: cellNoise)
  }

  /// What lies over the preview.
  package var ringSettings: RingStage.Settings {
    let soft = min(thickness.points * Tuning.ringSoftShare, Tuning.ringSoftPoints)
    return RingStage.Settings(
      ring: ring.overlay, flash: capture.flash.overlay,
      shape: RingShape(
        size: layout.display, thickness: thickness.points * canvas.scale,
        softness: soft * canvas.scale,
        corner: Tuning.ringCornerPoints * canvas.scale))
  }

  /// Lines at the thirds.
  package var gridSettings: GridStage.Settings {
    GridStage.Settings(isShown: settings.showsGrid, linePixels: max(1, Int32(canvas.scale)))
  }
}
