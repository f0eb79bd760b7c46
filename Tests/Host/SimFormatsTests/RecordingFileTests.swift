import SimFormats
import SimInput
import SimMath
import Testing

/// Goal: a recording's file is its text, deflated where the name ends in `.gz`, and what is wrong
/// with one is one line.
@Suite struct RecordingFileTests {
  /// Frames of a finger that moves all the time and trembles, sampled at 120 Hz, with digests:
  /// every position is another number with all its bits.
  private static func trembling(_ frameCount: UInt32) -> Recording {
    var said = InputRecording()
    var input = FrameInput()
    var stream = RandomStream(seed: 1, name: "ten-minutes")
    var (place, sample) = (Vector2(195, 422), UInt64(0))
    for frame in 0..<frameCount {
      input.begin(frame: frame, timeNanoseconds: 0)
      input.motion = .still
      var touch = Touch(
        id: 1, phase: frame == 0 ? .began : .moved, kind: .finger, position: place,
        previousPosition: place, radius: 8, pressure: 0, timestampNanoseconds: 0)
      var samples: [TouchSample] = []
      for _ in 0..<2 {
        let (sine, cosine) = Math.sinCos(Float(sample) / 50)
        place = Vector2(
          195 + 150 * sine + stream.range(-0.5, 0.5), 422 + 300 * cosine + stream.range(-0.5, 0.5))
        samples.append(
          TouchSample(
            touchID: 1, position: place, timestampNanoseconds: sample * 1_000_000_000 / 120))
        sample += 1
      }
      touch.position = place
      touch.timestampNanoseconds = samples[1].timestampNanoseconds
      input.append(touch)
      for sample in samples { input.append(sample) }
      said.append(input)
    }
    var recording = Recording(
      RecordingHeader(name: Array("snowglobe".utf8)), input: said, stepCount: frameCount)
    recording.digests = (0..<UInt64(frameCount)).map { Recording.chained($0, 1) }
    return recording
  }

  @Test func nameDecidesWhatIsWrittenAndBytesWhatIsRead() throws {
    let recording = Self.trembling(90)
    let deflated = RecordingFile.bytes(of: recording, at: "a.txt.gz")
    #expect(RecordingFile.bytes(of: recording, at: "a.gz.txt") == recording.text)
    #expect(deflated.count < recording.text.count)
    #expect(RecordingFile.bytes(of: recording, at: "b.gz") == deflated)
    #expect(try RecordingFile.read(deflated, file: "a.txt") == recording)
    #expect(try RecordingFile.read(recording.text, file: "a.gz") == recording)
  }

  @Test func whatIsWrongIsOneLine() throws {
    let recording = Self.trembling(3)
    let file = RecordingFile.bytes(of: recording, at: "a.gz")
    let count = recording.text.count
    func message(_ bytes: [UInt8], limit: Int) -> String? {
      do {
        _ = try RecordingFile.read(bytes, file: "a.gz", limitByteCount: limit)
        return nil
      } catch {
        return error.message
      }
    }
    #expect(message(file, limit: count) == nil)
    #expect(
      message(file, limit: count - 1)
        == "a.gz: inflates to more than the \(count - 1) bytes that are allowed")
    #expect(
      message(Array(file.dropLast()), limit: count)
        == "a.gz: the gzip data ends early; the file was cut off")
    #expect(
      message([0x1F, 0x8B, 9] + file.dropFirst(3), limit: count)
        == "a.gz: the gzip data is damaged: unknown compression method")
    #expect(
      message(file + [0], limit: count)
        == "a.gz: the gzip data ends at byte \(file.count), and nothing may follow it")
  }

  @Test func tenMinutesOfTouchTake1600Kilobytes() throws {
    let recording = Self.trembling(36_000)
    let file = RecordingFile.bytes(of: recording, at: "a.gz")
    #expect(file.count <= 1_600_000, "\(file.count) of \(recording.text.count)")
    #expect(try RecordingFile.read(file, file: "a.gz") == recording)
  }
}
