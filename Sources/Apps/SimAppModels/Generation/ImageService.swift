import SimbenchKit

/// What goes wrong with a service of pictures, beside the network.
package enum ServiceFault: UInt8, FaultKey {
  /// It has a fault of its own.
  case serverError
  /// It is asked too often.
  case tooManyRequests
  /// It refuses the request.
  case refusedRequest
  /// It does not want the drawing.
  case filtered
  /// It answers without a picture.
  case noImage
  /// Its picture is none.
  case badImage

  /// What the kind is called, and what goes wrong.
  package var descriptor: FaultDescriptor {
    switch self {
    case .serverError: FaultDescriptor("server-error", "The service has a fault of its own.")
    case .tooManyRequests: FaultDescriptor("too-many-requests", "The service is asked too often.")
    case .refusedRequest: FaultDescriptor("refused-request", "The service refuses the request.")
    case .filtered: FaultDescriptor("filtered", "The service does not want the drawing.")
    case .noImage: FaultDescriptor("no-image", "The service answers without a picture.")
    case .badImage: FaultDescriptor("bad-image", "The picture of the service is none.")
    }
  }

  /// How often it happens, in requests of a thousand.
  package var perMille: UInt32 {
    switch self {
    case .serverError: 10
    case .tooManyRequests: 3
    case .refusedRequest: 1
    case .filtered: 10
    case .noImage: 30
    case .badImage: 2
    }
  }

  /// The bodies of which one comes then.
  fileprivate var bodies: [AnswerBody] {
    switch self {
    case .serverError: [.status503, .html, .cutOff, .empty]
    case .tooManyRequests: [.status429]
    case .refusedRequest: [.status400, .status403]
    case .filtered:
      [.imageSafety, .safetyWithImage, .prohibited, .blocked, .blockedWithImage]
    case .noImage:
      [.textOnly, .noParts, .noContent, .noCandidates, .emptyObject, .tooLong, .thoughtOnly]
    case .badImage: [.emptyData, .notBase64, .urlSafe, .notPicture, .badFirst]
    }
  }
}

/// A service of pictures: what it answers follows from the request's identity alone.
package enum ImageService {
  /// How the network treats its requests.
  ///
  /// - Parameter scale: how many times as often as usual things go wrong.
  package static func rates(scale: UInt32) -> NetworkRates {
    NetworkRates(
      lostPerMille: 6 * scale, hangingPerMille: 4 * scale, doubledPerMille: 10 * scale,
      median: 8 * Nanoseconds.second, deviation: 0.4)
  }

  /// The body that a request is answered with.
  package static func body(
    _ identity: UInt64, in world: inout World, scale: UInt32
  ) -> AnswerBody {
    var stream = world.draw("service", identity)
    var rest = stream.below(1000)
    let choice = stream.nextUInt32()
    for fault in ServiceFault.allCases {
      let rate = min(1000, fault.perMille * scale)
      if rest < rate {
        guard world.strikes(fault) else { break }
        return fault.bodies[Int(choice % UInt32(fault.bodies.count))]
      }
      rest -= rate
    }
    let good: [AnswerBody] = [
      .plain, .snakeCase, .mixedCase, .textFirst, .twoImages, .thoughtFirst, .oddReason, .jpeg,
      .noReason,
    ]
    return good[Int(choice % UInt32(good.count))]
  }

  /// How long a busy service asks to be left alone: 1 to 60 s.
  package static func retryAfter(_ identity: UInt64, in world: borrowing World) -> UInt64 {
    var stream = world.draw("retry-after", identity)
    return UInt64(1 + stream.below(60)) * Nanoseconds.second
  }
}
