import SimFormats
import SimPNG
import SimPlatform
import SimCommands
import TestTier
import Testing

/// Goal: `score` says how like a letter a recording is, in a table, as JSON and as a picture.
///
/// Method: a letter written by formula, and marks that are none; bad files and names by their
/// lines.
@Suite struct ScoreCommandTests {
  /// A small c on a canvas of 105 units, or a closed o.
  private func ring(isClosed: Bool) -> String {
    var lines = ["START"]
    let count = isClosed ? 64 : 50
    for step in 0...count {
      let (x, y) = Self.point(step + 7)
      lines.append("\(x),\(y),\(step * 16)")
    }
    return (lines + ["BREAK"]).joined(separator: "\n") + "\n"
  }

  /// A point of a ring of 64, from the right upwards, without the library of the system.
  private static func point(_ step: Int) -> (Double, Double) {
    let quarter = [0, 98, 195, 290, 383, 471, 556, 634, 707, 773, 831, 882, 924, 957, 981, 995]
    let place = step % 64
    let rise = place % 16
    let (up, down) = (Double(quarter[rise]), Double(rise == 0 ? 1000 : quarter[16 - rise]))
    let (cosine, sine) =
      switch place / 16 {
      case 0: (down, up)
      case 1: (-up, down)
      case 2: (-down, -up)
      default: (up, -down)
      }
    return (50 + cosine * 0.03, -50 + sine * 0.03)
  }

  private func score(
    _ folder: TemporaryFolder, _ letter: String, _ text: String, _ options: [String] = []
  ) throws -> CommandRun {
    let path = try folder.write(text, to: "ink.txt")
    return CommandRun(["score", letter, path, "--out", folder.at("out")] + options)
  }

  @Test(.enabled(if: !Tier.isDebug)) func rightLetterScoresHighest() throws {
    let folder = try TemporaryFolder()
    for (letter, isClosed) in [("c", false), ("o", true)] {
      let result = try score(folder, "small", ring(isClosed: isClosed), ["--json", "-"])
      #expect(result.code == .pass && result.error.isEmpty)
      let recordings = try result.json()["recordings"].array()
      #expect(try recordings.map { try $0["best"].string() } == [letter])
      #expect(try recordings.map { try $0["scores"].members.count } == [7])
      let letters = try recordings[0]["letters"].array()
      #expect(letters.count == 7)
      for one in letters {
        for key in ["coverage", "onPath", "ordered", "rmsMillimeters", "p95Millimeters"] {
          #expect(try one[key].double(in: 0...1e9) >= 0)
        }
        let name = try one["letter"].string()
        #expect(
          try one["score"].double(in: 0...1) == recordings[0]["scores"][name].double(in: 0...1))
        _ = (try one["complete"].bool(), try one["pulses"].uint64())
      }
    }
    #expect(!FileStore.exists(folder.at("out")), "a table has no picture")
  }

  /// The score of a run that has one.
  private func letter(_ run: CommandRun) throws -> JSONNode {
    let recording = try run.row("recordings")
    #expect(try recording["best"].isNull)
    return try #require(recording["letters"].array().first)
  }

  @Test(.enabled(if: !Tier.isDebug)) func jsonHoldsEveryFigure() throws {
    let folder = try TemporaryFolder()
    let json = try letter(score(folder, "o", ring(isClosed: true), ["--json", "-"]))
    #expect(try json["letter"].string() == "o")
    for (key, range) in [
      ("score", 0.9...1), ("coverage", 0.99...1), ("onPath", 0.99...1), ("ordered", 0...1),
      ("rmsMillimeters", 0...2), ("p95Millimeters", 0...3),
    ] as [(String, ClosedRange<Double>)] {
      let value = try json[key].double(in: -1e9...1e9)
      #expect(range.contains(value), "\(key) \(value)")
    }
    #expect(try json["complete"].bool())
    #expect(try json["pulses"].uint64() == 1)
    #expect(try json["pulseLog"].array().count == 1)
    #expect(try json["alignment"]["scale"].double(in: -1e9...1e9) > 0)
    let path = try json["picture"].string()
    let picture = try PNGDecoder.decode(FileStore.read(path, limitByteCount: 1 << 24))
    #expect(picture.width == 840 && Set(picture.pixels).count > 100)
  }

  @Test(.enabled(if: !Tier.isDebug)) func sameFileGivesTheSameBytes() throws {
    let folder = try TemporaryFolder()
    let one = try score(folder, "c", ring(isClosed: false), ["--json", "-"])
    let path = folder.at("out/score-small-c-ink.png")
    let picture = try FileStore.read(path, limitByteCount: 1 << 24)
    #expect(try score(folder, "c", ring(isClosed: false), ["--json", "-"]).output == one.output)
    let again = try FileStore.read(path, limitByteCount: 1 << 24)
    #expect(picture == again)
  }

  @Test(
    .enabled(if: !Tier.isDebug),
    arguments: ["", "START\n", "START\n5,-5,0\nBREAK\n", "stroke,time,x,y\n1,0,5,5\n"])
  func marksThatAreNoLettersScoreNothing(text: String) throws {
    let folder = try TemporaryFolder()
    let result = try score(folder, "B", text, ["--json", "-"])
    #expect(result.code == .pass)
    #expect(try letter(result)["score"].double(in: -1e9...1e9) == 0)
    #expect(try !letter(result)["complete"].bool())
    // The folder may be named so.
    let output = result.output.replacing(folder.path, with: "")
    #expect(!output.lowercased().contains("nan"))
    #expect(try score(folder, "B", text).output.contains("the ink does not resemble a letter"))
  }

  /// What was left out or assumed is said in every output, and only then.
  @Test(.enabled(if: !Tier.isDebug)) func notesAreSaid() throws {
    let folder = try TemporaryFolder()
    let strokes = "stroke,time,x,y\n1,5,9,9\n1,6,9,50\n2,7,50,9\n2,8,50,50\n"
    let plain = try score(folder, "o", strokes, ["--json", "-"])
    #expect(try plain.row("recordings")["notes"].array().isEmpty)
    let restarted = strokes.replacing("2,7,50,9\n2,8", with: "2,0,50,9\n2,1")
      .replacing("\n", with: ",\n").replacing("y,\n", with: "y,pressure\n")
    let notes = [
      "columns left out: \"pressure\"",
      "1 stroke begins with an earlier time: the pause before is unknown and counts as 0",
    ]
    let one = try score(folder, "o", restarted, ["--json", "-"])
    #expect(try one.row("recordings")["notes"].array().map { try $0.string() } == notes)
    for letter in ["o", "small"] {
      let page = folder.at("page.html")
      let text = try score(folder, letter, restarted, ["--html", page])
      #expect(text.code == .pass)
      let html = try FileStore.readText(page, limitByteCount: 1 << 24)
      for note in notes {
        #expect(text.output.contains(note), "\(text.output)")
        #expect(html.contains(note.replacing("\"", with: "&quot;")) || html.contains(note))
      }
    }
  }

  @Test(.enabled(if: !Tier.isDebug)) func optionsChangeWhatTheySay() throws {
    let folder = try TemporaryFolder()
    let run = try score(
      folder, "a", ring(isClosed: true),
      ["--height", "90", "--tolerance", "quarter-inch", "--device", "iphone-12", "--json", "-"]
    )
    let json = try letter(run)
    #expect(try json["heightMillimeters"].double(in: -1e9...1e9) == 90)
    #expect(try json["toleranceMillimeters"].double(in: -1e9...1e9) == 6.35)
  }

  @Test(
    arguments: [
      (["score", "z", "ink.txt"], "LETTER"),
      (["score", "a"], "FILE"),
      (["score", "a", "ink.txt", "--height", "nan"], "millimeters from 10 to 500"),
      (["score", "a", "ink.txt", "--height", "9"], "millimeters from 10 to 500"),
      (["score", "a", "ink.txt", "--tolerance", "7mm"], "6mm"),
      (["score", "a", "ink.txt", "--device", "ipad-8"], "ipad-9"),
      (["score", "a", "missing.txt"], "missing.txt"),
    ])
  func mistakesAreNamed(arguments: [String], words: String) {
    let result = CommandRun(arguments)
    #expect(result.code == .usage && result.output.isEmpty)
    #expect(result.error.contains(words), "\(result.error)")
  }

  @Test(.enabled(if: !Tier.isDebug)) func severalFilesOfOneLetterHaveEveryFigureAndNoBest() throws {
    let folder = try TemporaryFolder()
    let paths = try ["c", "o"].map { try folder.write(ring(isClosed: $0 == "o"), to: $0 + ".txt") }
    let result = CommandRun(["score", "o"] + paths + ["--json", "-"])
    let recordings = try result.json()["recordings"].array()
    #expect(recordings.count == 2)
    for row in recordings {
      #expect(try row["best"].isNull)
      #expect(try row["letters"].array().map { try $0["complete"].bool() }.count == 1)
    }
    #expect(!CommandRun(["score", "o"] + paths).output.contains("best"))
  }

  @Test func recordingsAreNeverReplaced() throws {
    let folder = try TemporaryFolder()
    let text = ring(isClosed: true)
    for letter in ["o", "small"] {
      let result = try score(folder, letter, text, ["--json", folder.at("ink.txt")])
      #expect(result.code == .usage && result.error.contains("it is read as input"))
      let bytes = try FileStore.read(folder.at("ink.txt"), limitByteCount: 1 << 20)
      #expect(String(decoding: bytes, as: UTF8.self) == text)
    }
  }

  @Test func badFileIsOneLineAndWritesNothing() throws {
    let folder = try TemporaryFolder()
    let result = try score(folder, "a", "START\n1,-2,0\n1,oops,8\n")
    #expect(result.code == .usage && result.output.isEmpty)
    #expect(result.error.contains("ink.txt:3:3: y: found \"oops\", expected a number"))
    #expect(result.error.split(separator: "\n").count == 1)
    #expect(!FileStore.exists(folder.at("out")))
  }
}
