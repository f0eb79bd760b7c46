import SimInput
import SimRuntime
import SimText

/// The `input` part of a scenario: generators, what goes wrong with samples, recorded motion, what
/// cameras see.
struct InputSection: Sendable {
  var generators: [InputGenerator] = []
  var writer: Located<Writer>?
  var defects = InputDefects()
  /// The file of recorded motion, relative to the scenario.
  var motion: Located<String>?
  /// What its numbers mean, as far as it is said.
  var motionConventions = MotionConventions()
  var camera: CameraSection?
  /// Contacts that were written down.
  var touches: Located<TouchScript>?
  /// The file of recorded input, relative to the scenario.
  var recording: Located<String>?
  /// Whether a recording of another canvas is scaled to the scenario's.
  var fitsRecording = false

  /// What input a scene can have; of any kind for no scene.
  static func shape(_ scene: SceneDescriptor?) -> Shape<InputSection> {
    Shape(
      InputSection(), "The input: touches and motion of the device.", isClosed: true,
      keywords: [("dependencies", exclusions)],
      [
        Member(
          "generators", \.generators,
          InputGenerator.shape.codec.list(0...InputGenerator.maximumCount),
          "Generators of synthetic input.", default: []),
        Member(
          optional: "writer", \.writer, Writer.codec(scene).located,
          "A synthetic writer, for scenes with a letter."),
        Member(
          given: "defects", \.defects, InputDefects.shape.codec,
          "Defects of the touch sensor and the system."),
        Member(
          optional: "motion", \.motion, Codec<String>.text.located,
          "A table of recorded motion (CSV), relative to the scenario; replaces the generators' "
            + "motion."),
      ] + conventionMembers + [
        Member(
          optional: "camera", \.camera,
          scene?.hasCamera == false
            ? .never("scene \(scene?.name.description ?? "") has no camera")
            : CameraSection.shape.codec,
          "Images for the cameras, for scenes that have cameras.")
      ] + recordingMembers,
      complete: { (section, node) throws(FormatError) in try section.checkMembers(node) })
  }

  private static var conventionMembers: [Member<InputSection>] {
    [
      Member(
        optional: "motionUnits", \.motionConventions.units, .cases,
        "The unit of recorded acceleration; g when absent."),
      Member(
        optional: "motionGravity", \.motionConventions.gravity, .cases,
        "Whether recorded acceleration includes gravity, which is taken off then; excluded when "
          + "absent."),
      Member(
        optional: "motionRotationUnits", \.motionConventions.rotationUnits, .cases,
        "The unit of recorded rotation rates; rad/s when absent."),
      Member(
        optional: "motionGaps", \.motionConventions.gaps, .cases,
        "What happens where recorded motion has no reading for longer than 0.25 s and 20 median "
          + "steps: the last reading lasts for the longer of both, then the device rests, or the "
          + "file is refused; rest when absent."),
    ]
  }

  private static var recordingMembers: [Member<InputSection>] {
    [
      Member(
        optional: "touches", \.touches, TouchScript.codec.located,
        "Contacts written by hand, in addition to those of generators: a list, or a table "
          + "(CSV), relative to the scenario, with the columns contact, time, x and y."),
      Member(
        optional: "recording", \.recording, Codec<String>.text.located,
        "A recording of a run, relative to the scenario: its external input replaces "
          + "generators, writer, touches, defects and motion."),
      Member(
        "fit", \.fitsRecording, .bool,
        "Whether the recording of another canvas is scaled to this one, preserving shapes.",
        default: false),
    ]
  }

  /// What a recording takes the place of.
  private static let recorded = ["generators", "writer", "touches", "defects", "motion"]

  /// What `checkMembers` refuses, as JSON Schema says it.
  private static var exclusions: JSONOutput {
    func none(of keys: [String]) -> JSONOutput {
      let there = keys.map { JSONOutput.object([("required", .array([.string($0)]))]) }
      return .object([("not", .object([("anyOf", .array(there))]))])
    }
    let conventions = MotionConventions.keys.map { ($0, JSONOutput.array([.string("motion")])) }
    return .object(
      [("touches", none(of: ["writer"])), ("recording", none(of: recorded))] + conventions)
  }

  /// Refuses what a recording takes the place of, and what is about a file that is not there.
  private func checkMembers(_ node: JSONNode) throws(FormatError) {
    var reader = try node.object()
    for key in MotionConventions.keys where motion == nil {
      guard let said = reader.optional(key) else { continue }
      throw said.failure(.other("needs motion, the file that it describes"))
    }
    if touches != nil, let writer = reader.optional("writer") {
      throw writer.failure(.other("excludes touches, which take its place"))
    }
    guard recording != nil else { return }
    for key in Self.recorded {
      guard let other = reader.optional(key) else { continue }
      throw other.failure(.other("excludes recording, which takes its place"))
    }
  }
}

extension InputGenerator {
  fileprivate static let shape = Shape(
    InputGenerator.standard(.tap), name: "generator", "A generator of synthetic input.",
    isClosed: true,
    [
      Member(
        "kind", Codec<Kind>.named(Kind.allCases.map { ($0.name.description, $0) }),
        "The kind of event. Taps last 50 to 200 ms. One drag in four is a flick: the finger "
          + "lifts at 0.25 to 1 m/s at 163 points per inch, slower where the region is small. "
          + "Tremor is 8 to 12 Hz. Shakes peak at 0.6 to 2.5 g and end at rest. Lengths, speeds "
          + "and accelerations are our own estimates and grow with strength.",
        get: { $0.kind }, set: { $0 = .standard($1) }),
      Member(
        "from", \.startFrame, .frame, "The first frame in which an event may start.", default: 0),
      Member(
        "to", Codec<UInt32>.endFrame,
        "The first frame in which no event starts, more than from; the end of the run if absent.",
        isRequired: false, write: { $0.endFrame == .max ? nil : .unsigned(UInt64($0.endFrame)) },
        read: { (generator, reader) throws(FormatError) in
          guard let node = reader.optional("to") else { return }
          generator.endFrame = try Codec<UInt32>.endFrame.read(node)
          guard generator.endFrame <= generator.startFrame else { return }
          throw node.failure(
            .notAllowed(
              found: node.foundText, allowed: "more than from (\(generator.startFrame))"))
        }),
      Member(
        given: "eventsPerMinute", \.eventsPerMinute, .number(within: eventsPerMinuteLimits),
        "The mean number of events per minute; the kind's default rate if absent. At hundreds "
          + "per minute, some are dropped, or exceed the fingers that the device tracks: the "
          + "result counts them under input.events."),
      Member(
        "strength", \.strength, .number(within: strengthLimits),
        "The strength; 1 is the default.",
        default: InputGenerator.standard(.tap).strength),
      Member(
        "pencil", \.isPencil, .bool, "Whether fingers are replaced by a stylus with pressure.",
        default: false),
      Member(
        "region", \.region, .region,
        "Where touches start and the paths of drags end: left, top, width and height in "
          + "fractions of the canvas, within it. Fingers of a hand are around a position of the "
          + "region; those outside the canvas are not detected.", default: .whole),
    ])
}

extension Codec where Value == NormalizedRegion {
  /// Left, top, width and height in fractions of the canvas, within it.
  fileprivate static var region: Codec {
    let place = JSONOutput.object([
      ("type", .string("number")), ("minimum", .integer(0)), ("maximum", .integer(1)),
    ])
    let size = JSONOutput.object([
      ("type", .string("number")), ("exclusiveMinimum", .integer(0)), ("maximum", .integer(1)),
    ])
    return Codec(
      .plain([
        ("type", .string("array")), ("minItems", .integer(4)), ("maxItems", .integer(4)),
        ("items", .array([place, place, size, size])),
      ]),
      write: { .array([$0.x, $0.y, $0.width, $0.height].map { .number($0.shortestDouble) }) },
      read: { (node) throws(FormatError) in
        let values = try Codec<Float>.share.list(4...4).read(node)
        let region = NormalizedRegion(
          x: values[0], y: values[1], width: values[2], height: values[3])
        guard region.isValid, region.width > 0, region.height > 0 else {
          throw node.failure(
            .notAllowed(
              found: "a region outside the canvas", allowed: "x, y, width, height within 0 to 1"))
        }
        return region
      })
  }
}

extension Writer {
  /// Someone who writes a scene's letters; any text for no scene.
  fileprivate static func codec(_ scene: SceneDescriptor?) -> Codec<Writer> {
    guard let scene else { return shape([]).codec }
    guard let letters = scene.letters else {
      return .never("scene \(scene.name) shows nothing to write")
    }
    return shape(letters.namedValues).codec
  }

  private static func shape(_ letters: [(name: String, value: UInt32)]) -> Shape<Writer> {
    let letter = Codec<UInt32>.named(letters)
    return Shape(
      Writer(skill: .adult), "A synthetic writer.", isClosed: true,
      [
        Member(
          "skill", \.skill, .named(Skill.allCases.map { ($0.name.description, $0) }),
          "The writer, or another kind of input."),
        Member(
          "letter",
          letters.isEmpty ? letter.described(by: Codec<String>.text.rule) : letter,
          "The written letter; the displayed one if absent.", isRequired: false,
          write: { $0.letter == .max ? nil : letter.write($0.letter) },
          read: { (writer, reader) throws(FormatError) in
            guard let node = reader.optional("letter") else { return }
            writer.letter = try letter.read(node)
          }),
        Member(
          "pencil", \.isPencil, .bool,
          "Whether a stylus with pressure is used, at the device's pencil sampling rate.",
          default: false),
        Member(
          "from", \.startFrame, .frame, "The first frame of writing.", default: 0),
        Member(
          "repeat", \.isRepeating, .bool,
          "Whether the writer restarts after a pause, until the run ends.", default: false),
        Member(
          "pace", \.pace, .number(within: paceLimits), "The pace; 1 is the default.", default: 1),
      ])
  }
}

extension InputDefects {
  fileprivate static let shape = Shape(
    InputDefects(), name: "defects",
    "Defects of the touch sensor and the system; rates per 1,000 samples.", isClosed: true,
    [
      rate("droppedPerMille", \.droppedPerMille, "Samples that never arrive."),
      rate("duplicatedPerMille", \.duplicatedPerMille, "Samples that arrive twice."),
      rate("latePerMille", \.latePerMille, "Samples that arrive lateFrames later."),
      Member(
        "lateFrames", \.lateFrames, .whole(lateFramesLimits),
        "Delay of late samples, in frames.", default: InputDefects.none.lateFrames),
      rate(
        "coalescedPerMille", \.coalescedPerMille,
        "Samples that start a group held back and delivered together."),
      Member(
        "coalescedSampleCount", \.coalescedSampleCount, .whole(coalescedSampleLimits),
        "Number of samples per group.", default: InputDefects.none.coalescedSampleCount),
    ])

  private static func rate(
    _ key: String, _ path: any WritableKeyPath<InputDefects, UInt16> & Sendable, _ words: String
  ) -> Member<InputDefects> {
    Member(key, path, .whole(0...maximumPerMille), words, default: 0)
  }
}

/// The `input.camera` part of a scenario: files of pictures that stand for what cameras see.
package struct CameraSection: Sendable {
  /// Files of what the front camera sees, relative to the scenario.
  package var front: [Located<String>] = []
  /// Files of what the back camera sees, relative to the scenario.
  package var back: [Located<String>] = []
  /// Number of frames per image.
  package var framesPerPicture: UInt32 = 1

  fileprivate static let shape = Shape(
    CameraSection(), name: "camera",
    "PNG files for the cameras; a camera without files uses the image that the scene makes up.",
    isClosed: true, choice: .oneOrMore(["front", "back"]),
    [
      files("front", \.front), files("back", \.back),
      Member(
        "framesPerPicture", \.framesPerPicture, .whole(1...ScenarioFile.frameRange.upperBound),
        "Number of frames per image.", default: 1),
    ])

  private static func files(
    _ key: String, _ path: any WritableKeyPath<CameraSection, [Located<String>]> & Sendable
  ) -> Member<CameraSection> {
    Member(
      given: key, path, Codec<String>.text.located.list(1...CameraPictures.maximumCount),
      "The images of the \(key) camera: files relative to the scenario, repeated in order.")
  }
}
