import SimbenchKit

/// The step of a frame.
extension RingPreview {
  /// Advances by one frame: controls, ring, photo, light, exposure, zoom and centering.
  public mutating func step(_ input: borrowing FrameInput) {
    touched.isShutterPressed = !input.keyPresses.isEmpty
    touched.isCameraSwitched = false
    readTouches(input)
    // A capture that was in progress in an entitled frame has begun in one.
    let isBegun = capture.phase != .idle
    if isEntitled { isCaptureEntitled = true }
    isEntitled = isPro
    settings = chosen().gated(isPro: isEntitled)
    if !isBegun { isCaptureEntitled = isEntitled }
    if touched.isShutterPressed || isShutterPressedByScript {
      capture.press(timer: settings.timer)
    }
    // A capture in progress keeps the camera with which it started.
    let isAsked = touched.isCameraSwitched || isCameraSwitchedByScript
    if camera.advance(isAsked: isAsked && !capture.holdsRing) { startCamera() }
    // One change at a time, since a pixel at the inner edge depends on all three.
    let isHeld = capture.holdsRing
    ring.advance(to: isHeld || !thickness.isRested ? ring.overlay : ringTarget)
    thickness.advance(
      to: isHeld || !ring.isRested ? thickness.points : settings.thickness)
    let isRested = ring.isRested && thickness.isRested
    if capture.advance(light: flashLight, isRingRested: isRested) { takePhoto() }
    move()
    light()
    exposure.advance(metered: finder.metered(room: room, ring: ringLight))
    follow()
    let luminances = seenLuminances
    for index in 0..<4 { transitions[index].add(luminances[index]) }
    frame += 1
  }

  // MARK: - Script

  /// Whether the entitlement is active.
  package var isPro: Bool {
    switch Premium(rawValue: UInt8(parameters[Parameter.premium])) ?? .pro {
    case .pro: true
    case .free: false
    case .lapses: frame < 5 * every
    }
  }

  private var every: UInt32 { UInt32(parameters[Parameter.every]) }
  private var script: Script { Script(rawValue: UInt8(parameters[Parameter.script])) ?? .steady }

  /// A triangle wave from 0 to 1 and back, with `every` frames per direction.
  private var swing: Float {
    let elapsed = frame % (2 * every)
    return Float(elapsed < every ? elapsed : 2 * every - elapsed) / Float(every)
  }

  /// The chosen settings of this frame, before the entitlement is considered.
  func chosen() -> CameraSettings {
    var settings = initial
    let turn = frame / every
    switch script {
    case .steady, .pinch, .captures, .switches: break
    case .toggles: settings.isRingOn = turn % 2 == 0
    case .presets: settings.preset = Self.preset(turn % 7)
    case .drag: settings.brightness = 1 - 0.9 * swing
    case .resize: settings.thickness = 10 + 110 * swing
    case .tour:
      let turnIndex = turn % 10
      settings.isRingOn = turnIndex != 0
      settings.preset = turnIndex >= 1 && turnIndex <= 7 ? Self.preset(turnIndex - 1) : .pureWhite
      settings.isSmoothing = turnIndex >= 8
      settings.flash = .on
    }
    if touched.isRingToggled { settings.isRingOn.toggle() }
    if touched.presetShift > 0 {
      settings.preset = Self.preset((UInt32(settings.preset.rawValue) + touched.presetShift) % 7)
    }
    if touched.brightness > 0 { settings.brightness = touched.brightness }
    return settings
  }

  private static func preset(_ index: UInt32) -> RingPreset {
    RingPreset(rawValue: UInt8(index)) ?? .pureWhite
  }

  private var isShutterPressedByScript: Bool {
    switch script {
    case .captures: frame % every == every - 1
    // Late in the last step, so that the flash is visible in the tour's last frame.
    case .tour: frame / every % 10 == 9 && frame % every + framesPerSecond * 3 / 4 == every
    case .steady, .toggles, .presets, .drag, .resize, .pinch, .switches: false
    }
  }

  private var isCameraSwitchedByScript: Bool {
    script == .switches && frame % every == every - 1
  }

  // MARK: - Ring, flash and photo

  /// The target of the ring's overlay.
  var ringTarget: Overlay {
    guard settings.isRingOn else { return .none }
    let share = PerceptualBrightness.light(settings.brightness)
    return Overlay(
      light: settings.preset.color(kelvin: settings.kelvin).scaled(by: share), coverage: share)
  }

  /// The settings of the capture in progress, which keeps the entitlement with which it began.
  private var captureSettings: CameraSettings {
    isCaptureEntitled == isEntitled ? settings : chosen().gated(isPro: isCaptureEntitled)
  }

  /// The display's light as a flash, or nil for no flash; the back camera's subject is out of its
  /// reach.
  private var flashLight: LinearColor? {
    guard camera.position == .front else { return nil }
    let settings = captureSettings
    switch settings.flash {
    case .off: return nil
    case .auto:
      guard finder.metered(room: room, ring: ringLight) < Tuning.flashBelow else { return nil }
    case .on: break
    }
    guard settings.isFlashSynced else { return .white }
    return settings.preset.color(kelvin: settings.kelvin)
  }

  private mutating func takePhoto() {
    let settings = captureSettings
    photo.frame = frame
    photo.isFlashed = capture.phase == .exposed
    photo.isFused = settings.hdr == .on || (settings.hdr == .auto && isContrasty)
    photo.isHighQuality = settings.isHighQuality
    photo.isMirrored = settings.isMirrored
    photo.isSmoothed = settings.isSmoothing
  }

  /// Whether the ring's light is more than twice as bright as the room's.
  private var isContrasty: Bool { ringLight.luminance > 2 * room.luminance }

  /// The visible luminances at the ring and in the middle, over black and over white.
  var seenLuminances: SIMD4<Float> {
    let flash = capture.flash.overlay
    return SIMD4(
      flash.luminance(over: ring.overlay.luminance(over: 0)),
      flash.luminance(over: ring.overlay.luminance(over: 1)), flash.luminance(over: 0),
      flash.luminance(over: 1))
  }

  // MARK: - Light and camera

  /// Starts the other camera with a zoom of 1, centered.
  private mutating func startCamera() {
    zoom = 1
    center = .zero
    touched.zoom = 1
    touched.pinchStart = 0
  }

  /// Moves hand and subject.
  private mutating func move() {
    let share = parameters[Parameter.shake] / 100
    // Wraps after an hour, beyond which Float lacks precision for the waves.
    let seconds = Float(frame % (3_600 * framesPerSecond)) * stepSeconds
    let drift = Tuning.driftShare * share
    let shake = Tuning.shakeShare * share
    let slow = Vector2(
      Math.parabolicWave(seconds * 0.09), 0.4 * Math.parabolicWave(seconds * 0.061 + 0.25))
    let quick = Vector2(
      Math.parabolicWave(seconds * 1.13) + 0.5 * Math.parabolicWave(seconds * 3.7),
      Math.parabolicWave(seconds * 0.91 + 0.3) + 0.5 * Math.parabolicWave(seconds * 4.3))
    shift = slow * drift + quick * shake
  }

  /// Updates the light of the room and of the display on the subject.
  mutating func light() {
    let seconds = Float(frame % (3_600 * framesPerSecond)) * stepSeconds
    let wave = Math.parabolicWave(seconds * Tuning.movingLightHertz)
    let moving = 1 + 0.6 * wave * parameters[Parameter.movingLight] / 100
    room = Tuning.roomColor.scaled(
      by: Tuning.roomLight * parameters[Parameter.roomLight] / 100 * moving)
    // The back camera's subject is behind the display.
    guard camera.position == .front else {
      ringLight = .black
      return
    }
    let area = LightFalloff.areaShare(
      thickness: thickness.points, width: canvas.widthPoints, height: canvas.heightPoints)
    let flash = capture.flash.overlay
    ringLight = ring.overlay.light.scaled(by: area * (1 - flash.coverage)).adding(flash.light)
      .scaled(by: Tuning.displayLight * capture.screenBrightness)
  }

  /// Moves zoom and center toward their targets.
  private mutating func follow() {
    var wanted = touched.zoom > 0 ? touched.zoom : parameters[Parameter.zoom]
    if script == .pinch { wanted = 1 + 2 * swing }
    wanted = max(1, min(wanted, Tuning.maximumZoom))
    // Exponential in ratios, which look even.
    zoom = wanted * Math.pow(zoom / wanted, zoomKeep)
    if abs(zoom - wanted) < 0.0005 { zoom = wanted }
    var aim = Vector2.zero
    if settings.isCentering {
      aim =
        finder.offset(
          room: room.scaled(by: exposure.gain), ring: ringLight.scaled(by: exposure.gain),
          shift: Vector2(0 - shift.x, 0 - shift.y), halfWidth: layout.halfWidth)
    }
    center = aim + (center - aim) * centeringKeep
    let slackX =
      layout.halfWidth - Float(layout.preview.width) * 0.5 / zoom
      / Float(layout.camera.height)
    let slackY = 0.5 - Float(layout.preview.height) * 0.5 / zoom / Float(layout.camera.height)
    center.x = max(0 - slackX, min(center.x, slackX))
    center.y = max(0 - slackY, min(center.y, slackY))
  }

  // MARK: - Touches

  private mutating func readTouches(_ input: borrowing FrameInput) {
    // A touch that disappeared without an end releases the slider.
    if touched.sliderTouch != 0, input.touch(withID: touched.sliderTouch) == nil {
      touched.sliderTouch = 0
    }
    var (first, second) = (Vector2.zero, Vector2.zero)
    var downCount = 0
    for touch in input.touches {
      if touch.phase == .began { press(touch) }
      if touch.phase.isDown {
        if downCount == 0 { first = touch.position }
        if downCount == 1 { second = touch.position }
        downCount += 1
      }
      if touch.id == touched.sliderTouch {
        if touch.phase.isDown {
          let height = max(1, canvas.heightPoints)
          touched.brightness = max(0.1, min(1 - 0.9 * touch.position.y / height, 1))
        } else {
          touched.sliderTouch = 0
        }
      }
    }
    guard downCount == 2, touched.sliderTouch == 0 else {
      touched.pinchStart = 0
      return
    }
    let distance = max(20, (second - first).length)
    if touched.pinchStart == 0 {
      touched.pinchStart = distance
      touched.pinchZoom = zoom
    }
    touched.zoom = max(
      1, min(touched.pinchZoom * distance / touched.pinchStart, Tuning.maximumZoom))
  }

  /// Presses the control at a new touch; the grid does not react to touches.
  private mutating func press(_ touch: Touch) {
    let (width, height) = (canvas.widthPoints, canvas.heightPoints)
    let position = touch.position
    let shutter = Vector2(width * 0.5, height - Tuning.shutterInsetPoints)
    if (position - shutter).length <= Tuning.shutterReachPoints {
      touched.isShutterPressed = true
    } else if position.y > height - Tuning.cornerPoints, position.x < Tuning.cornerPoints {
      touched.isCameraSwitched = true
    } else if position.y < Tuning.cornerPoints, position.x < Tuning.cornerPoints {
      touched.isRingToggled.toggle()
    } else if position.y < Tuning.cornerPoints, position.x > width - Tuning.cornerPoints {
      touched.presetShift = (touched.presetShift + 1) % 7
    } else if position.x > width - Tuning.sliderPoints, touched.sliderTouch == 0 {
      touched.sliderTouch = touch.id
    }
  }
}
