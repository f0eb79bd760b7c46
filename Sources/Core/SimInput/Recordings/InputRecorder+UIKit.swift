#if canImport(UIKit) && canImport(CoreMotion) && !hasFeature(Embedded)
  import CoreMotion
  import SimMath
  import UIKit

  // Written from the frameworks' documentation. Not compiled or run by the tests, which run on
  // systems without UIKit.

  extension InputRecorder {
    /// Records the touches of a view, including coalesced ones and their pressure.
    ///
    /// - Parameters:
    ///   - touches: the touches of `touchesBegan`, `touchesMoved`, `touchesEnded` or
    ///     `touchesCancelled`.
    ///   - event: the event, which contains the coalesced touches.
    ///   - view: the view whose points are those of the canvas.
    ///   - start: the start of the first frame, on the clock of `UITouch.timestamp`.
    @MainActor
    public mutating func record(
      _ touches: some Sequence<UITouch>, with event: UIEvent?, in view: UIView, start: TimeInterval
    ) {
      // A set has no reproducible order; timestamps give the order of landing.
      for touch in touches.sorted(by: { $0.timestamp < $1.timestamp }) {
        let key = UInt64(UInt(bitPattern: ObjectIdentifier(touch)))
        let phase: TouchPhase
        switch touch.phase {
        case .began: phase = .began
        case .moved: phase = .moved
        case .ended: phase = .ended
        case .cancelled: phase = .cancelled
        default: continue
        }
        let samples = event?.coalescedTouches(for: touch) ?? [touch]
        for (index, sample) in samples.enumerated() {
          let place = sample.preciseLocation(in: view)
          let isLast = index == samples.count - 1
          let pressure =
            sample.maximumPossibleForce > 0 ? sample.force / sample.maximumPossibleForce : 0
          self.touch(
            key, isLast || phase == .began && index == 0 ? phase : .moved,
            at: Vector2(Float(place.x), Float(place.y)),
            timeNanoseconds: UInt64(max(0, sample.timestamp - start) * 1e9),
            radius: Float(sample.majorRadius),
            pressure: sample.type == .pencil ? Float(pressure) : 0,
            kind: sample.type == .pencil ? .pencil : .finger)
        }
      }
    }

    /// Records a reading of the motion sensors: acceleration without gravity, and rotation.
    public mutating func record(_ motion: CMDeviceMotion) {
      move(
        MotionSample(
          acceleration: (
            Float(motion.userAcceleration.x), Float(motion.userAcceleration.y),
            Float(motion.userAcceleration.z)
          ),
          rotationRate: (
            Float(motion.rotationRate.x), Float(motion.rotationRate.y),
            Float(motion.rotationRate.z)
          )))
    }
  }
#endif
