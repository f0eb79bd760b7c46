import SimFormats
import SimInput
import SimRuntime

/// The comparison of a golden's run with the accepted frames.
package struct GoldenFinding {
  /// The golden's name.
  package let name: String
  /// What was expected.
  package let manifest: GoldenManifest
  /// The scenario as it was run.
  package let scenario: Scenario
  /// Every frame as it looks now.
  package let looks: [FrameLook]
  /// The frames that are kept as pictures, as they look now.
  package let pictures: [FramePicture]
  /// The kept pictures as they were accepted, by frame.
  package let references: [FramePicture]
  /// Kept pictures that are not there.
  package let missingPictures: [UInt32]
  /// Kept pictures whose files hold other pixels than the manifest accepts.
  package let wrongPictures: [UInt32]
  /// Kept pictures whose files hold the accepted pixels in other bytes than would be written.
  package let reencodedPictures: [UInt32]

  /// Puts a finding together.
  package init(
    name: String, manifest: GoldenManifest, scenario: Scenario, looks: [FrameLook],
    pictures: [FramePicture], references: [FramePicture],
    missingPictures: [UInt32], wrongPictures: [UInt32], reencodedPictures: [UInt32] = []
  ) {
    self.scenario = scenario
    self.name = name
    self.manifest = manifest
    self.looks = looks
    self.pictures = pictures
    self.references = references
    self.missingPictures = missingPictures
    self.wrongPictures = wrongPictures
    self.reencodedPictures = reencodedPictures
  }

  /// The device class.
  package var device: Device { scenario.device }

  /// The frame rate.
  package var framesPerSecond: UInt32 { scenario.plan.clock.framesPerSecond }

  /// The digests of all frames now.
  package var digests: [UInt64] { looks.map(\.digest) }

  /// The frames that are not accepted.
  package var differingFrames: [UInt32] {
    looks.filter { !manifest.accepts($0.digest, inFrame: $0.frame) }.map(\.frame)
  }

  /// Frames whose pictures were rejected before.
  package var rejections: [GoldenManifest.Rejection] {
    looks.compactMap { manifest.rejection(of: $0.digest, inFrame: $0.frame) }
  }

  /// The first frame in which a sequence is not what is accepted, lengths included; nil for none.
  package static func firstDifference(_ accepted: [[UInt64]], _ digests: [UInt64]) -> UInt32? {
    for (frame, digest) in digests.enumerated()
    where frame >= accepted.count || !accepted[frame].contains(digest) { return UInt32(frame) }
    return digests.count < accepted.count ? UInt32(digests.count) : nil
  }

  /// The first frame that is not what is accepted.
  package var firstDifference: UInt32? {
    guard manifest.comparesPicturesOnly else {
      return Self.firstDifference(manifest.frames, digests)
    }
    let drawn = looks.map(\.frame)
    return (differingFrames + manifest.pictures.filter { !drawn.contains($0) }).min()
  }

  /// The kept pictures whose pixels differ: as accepted and as they are now.
  package var differingPictures: [(reference: FramePicture, test: FramePicture)] {
    references.compactMap { reference in
      guard let test = pictures.first(where: { $0.frame == reference.frame }),
        test.width != reference.width || test.height != reference.height
          || test.rgb != reference.rgb
      else { return nil }
      return (reference, test)
    }
  }
}
