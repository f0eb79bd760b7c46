import SimbenchKit

/// Failures of an image service, in addition to network failures.
package enum ServiceFault: UInt8, FaultKey {
  /// An internal server error.
  case serverError
  /// Too many requests.
  case tooManyRequests
  /// A refused request.
  case refusedRequest
  /// A drawing rejected by the content filter.
  case filtered
  /// A response without an image.
  case noImage
  /// Data that is not an image.
  case badImage

  /// The name of the kind and a sentence about it.
  package var descriptor: FaultDescriptor {
    switch self {
    case .serverError: FaultDescriptor("server-error", "The service fails with an internal error.")
    case .tooManyRequests:
      FaultDescriptor("too-many-requests", "The service receives too many requests.")
    case .refusedRequest: FaultDescriptor("refused-request", "The service refuses the request.")
    case .filtered: FaultDescriptor("filtered", "The service's content filter rejects the drawing.")
    case .noImage: FaultDescriptor("no-image", "The service's response has no image.")
    case .badImage: FaultDescriptor("bad-image", "The service returns data that is not an image.")
    }
  }

  /// The rate of the failure, per thousand requests.
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

  /// The response bodies of which one is returned.
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

/// An image service whose response depends only on the request's identity.
package enum ImageService {
  /// The network rates and latencies of its requests.
  ///
  /// - Parameter scale: Multiplies the default failure rates.
  package static func rates(scale: UInt32) -> NetworkRates {
    NetworkRates(
      lostPerMille: 6 * scale, hangingPerMille: 4 * scale, doubledPerMille: 10 * scale,
      median: 8 * Nanoseconds.second, deviation: 0.4)
  }

  /// The response body for a request.
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

  /// The retry delay that a busy service asks for: 1 to 60 s.
  package static func retryAfter(_ identity: UInt64, in world: borrowing World) -> UInt64 {
    var stream = world.draw("retry-after", identity)
    return UInt64(1 + stream.below(60)) * Nanoseconds.second
  }
}
