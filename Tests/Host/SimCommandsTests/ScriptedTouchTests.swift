import SimCommands
import SimInput
import SimPlatform
import TestTier
import Testing

/// Goal: touches that somebody wrote down land where and when they say, from a list as from a
/// table; what is wrong in either is named with its place.
@Suite struct ScriptedTouchTests {
  private func scenario(_ touches: String, more: String = "", scene: String = "snowglobe") -> String
  {
    """
    {
      "scene": "\(scene)", "frames": 200,
      "canvasSize": {"width": 200, "height": 400, "scale": 1},
      "input": {\(more)"touches": \(touches)}
    }
    """
  }

  private static let list = """
    [{"at": 2, "x": 0.5, "y": 0.5},
     {"at": 1, "x": 0.2, "y": 0.5, "path": [[0.5, 0.8, 0.5], [1, 0.5, 1]]}]
    """
  private static let table =
    "contact,time,x,y\n7,1,0.2,0.5\n7,1.5,0.8,0.5\n7,2,0.5,1\n8,2,0.5,0.5\n"

  private func touches(_ file: String, _ folder: TemporaryFolder) throws -> [String] {
    let path = folder.at("run.txt")
    let run = CommandRun([
      "run", file, "--no-render", "--no-wall", "--record", path, "--quiet",
    ])
    #expect(run.code == .pass && run.error.isEmpty)
    return try FileStore.readText(path, limitByteCount: 1 << 20).split(separator: "\n")
      .filter { $0.hasPrefix("touch ") }.map { String($0) }
  }

  @Test(.enabled(if: !Tier.isDebug)) func listAndTableAreTheSameTouches() throws {
    let folder = try TemporaryFolder()
    let list = try touches(folder.write(scenario(Self.list), to: "a.json"), folder)
    _ = try folder.write(Self.table, to: "t.csv")
    let table = try touches(folder.write(scenario("\"t.csv\""), to: "b.json"), folder)
    #expect(list.first == "touch 60 1 began 40 200")
    // Half a second later it is four fifths to the right.
    #expect(list.contains { $0.hasPrefix("touch 90 1 moved 160 200") })
    #expect(list.contains { $0.contains(" 2 began 100 200") })
    // The second is a tap of a tenth of a second in both, the table's own default.
    #expect(list == table)
  }

  @Test func placesOfFaultsAreNamed() throws {
    let folder = try TemporaryFolder()
    func problem(_ text: String) throws -> String {
      let file = try folder.write(text, to: "bad.json")
      let result = CommandRun(["validate", file])
      #expect(result.code == .usage)
      return result.output + result.error
    }
    let tap = "{\"at\": 1, \"x\": 0.5, \"y\": 0.5"
    let cases = [
      ("[\(tap), \"seconds\": 0}]", "input.touches[0].seconds"),
      ("[\(tap), \"seconds\": 1, \"path\": [[1, 1, 1]]}]", "input.touches[0]"),
      ("[\(tap), \"path\": [[0, 1, 1]]}]", "input.touches[0].path[0]"),
      ("[\(tap), \"path\": [[1, 1, 1], [1, 0, 0]]}]", "a millisecond after"),
      ("[\(tap), \"path\": [[1, 1]]}]", "input.touches[0].path[0]"),
      ("[{\"at\": 1, \"x\": 1.5, \"y\": 0.5}]", "allowed 0 to 1"),
      ("[{\"x\": 0.5, \"y\": 0.5}]", "at"), ("3", "input.touches"),
      ("[\(tap), \"pencil\": true}]", "takes no pencil"), ("\"nothing.csv\"", "nothing.csv"),
    ]
    for (touches, expected) in cases {
      #expect(try problem(scenario(touches)).contains(expected), "\(touches)")
    }
    let writer = scenario(Self.list, more: "\"writer\": {\"skill\": \"adult\"}, ", scene: "trace")
    #expect(try problem(writer).contains("excludes touches"))
    let tables = [
      ("", "empty file"), ("contact,time,x\n", "column"), ("contact,time,x,y\n1,1,2,0\n", ":2:5"),
      ("contact,time,x,y\n1.5,1,0,0\n", "a whole number"),
      ("contact,time,x,y\n1,1,0,0\n1,1,1,1\n", "a millisecond after"),
      ("contact,time,x,y\n1,1,0\n", "3 values"),
    ]
    for (table, expected) in tables {
      _ = try folder.write(table, to: "t.csv")
      #expect(try problem(scenario("\"t.csv\"")).contains(expected), "\(table)")
    }
  }
}
