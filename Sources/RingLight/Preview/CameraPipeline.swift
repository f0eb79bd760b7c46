import DeterministicMath
import Raster
import Runtime
import Simulation

/// The stages of the preview in their order, and their storage.
package struct CameraPipeline: Sendable {
  /// The stages' names by their numbers.
  package static var stageNames: [StaticString] {
    [
      CameraStage.name, OrientationStage.name, ZoomStage.name, SmoothingStage.name,
      ExposureStage.name, DisplayStage.name, RingStage.name, MirrorStage.name, GridStage.name,
    ]
  }

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
  /// What the camera's map shows.
  private var painted: Painted?

  /// What a map depends on.
  private struct Painted: Equatable {
    var layout: PreviewLayout
    var seed: UInt64
    var parameters: [Float]
  }

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
      seed: plan.seed, tables: tables, capacity: Int(mapped), maximumSide: Int(side))
    smoothing = SmoothingStage(capacity: Int(pixels), maximumSide: Int(side))
    ring = RingStage(tables: tables)
  }

  /// Makes the preview of a state in `frame`.
  package mutating func render<Observer: PhaseObserver & ~Copyable>(
    _ scene: borrowing RingPreview, _ observer: inout Observer
  ) {
    prepareMap(scene)
    frame.work = RasterWork()
    observer.begin(stage: 0)
    camera.apply(scene.cameraSettings, to: &frame)
    observer.end(stage: 0)
    observer.begin(stage: 1)
    orientation.apply(scene.layout.orientation, to: &frame)
    observer.end(stage: 1)
    observer.begin(stage: 2)
    zoom.apply(scene.zoomSettings, to: &frame)
    observer.end(stage: 2)
    observer.begin(stage: 3)
    smoothing.apply(scene.smoothingSettings, to: &frame)
    observer.end(stage: 3)
    observer.begin(stage: 4)
    exposure.apply(scene.settings.exposureStops, to: &frame)
    observer.end(stage: 4)
    observer.begin(stage: 5)
    display.apply(scene.layout.display, to: &frame)
    observer.end(stage: 5)
    observer.begin(stage: 6)
    ring.apply(scene.ringSettings, to: &frame)
    observer.end(stage: 6)
    observer.begin(stage: 7)
    mirror.apply(scene.settings.isMirrored, to: &frame)
    observer.end(stage: 7)
    observer.begin(stage: 8)
    grid.apply(scene.gridSettings, to: &frame)
    observer.end(stage: 8)
  }

  private mutating func prepareMap(_ scene: borrowing RingPreview) {
    if let painted, painted.layout == scene.layout { return }
    let layout = scene.layout
    painted = Painted(layout: layout, seed: scene.seed, parameters: scene.parameters)
    camera.map.paint(
      RingPreview.subject(seed: scene.seed, scene.parameters, scene.canvas), size: layout.camera,
      margin: layout.margin, orientation: layout.orientation)
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
    let (x, y) = (whole(upright.x), whole(upright.y))
    let offset: (x: Int32, y: Int32) =
      switch layout.orientation {
      case .portrait: (y, 0 - x)
      case .portraitUpsideDown: (0 - y, x)
      case .landscapeLeft: (x, y)
      case .landscapeRight: (0 - x, 0 - y)
      }
    let noise = Tuning.noiseLevels * parameters[Parameter.noise] / 100
    return CameraStage.Settings(
      size: layout.camera.turned(to: layout.orientation), room: room.scaled(by: exposure.gain),
      ring: ringLight.scaled(by: exposure.gain), offset: offset,
      noiseLevels: noise * exposure.gain.squareRoot(), noiseFrame: frame)
  }

  /// What is cut out.
  package var zoomSettings: ZoomStage.Settings {
    ZoomStage.Settings(
      size: layout.preview, zoom: zoom, center: center * Float(layout.camera.height))
  }

  /// How skin is smoothed.
  package var smoothingSettings: SmoothingStage.Settings {
    SmoothingStage.Settings(
      isOn: settings.isSmoothing,
      radiusPixels: Int32(Tuning.smoothingPoints * layout.previewScale + 0.5),
      epsilon: Tuning.smoothingEpsilon, strength: Tuning.smoothingStrength,
      light: room.adding(ringLight))
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
