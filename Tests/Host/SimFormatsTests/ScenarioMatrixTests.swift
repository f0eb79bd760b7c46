import SimFormats
import SimInput
import SimRuntime
import Testing

/// Goal: a file with a matrix is the runs that its values make, each as if it stood in a file of
/// its own, and what is wrong is told at the value that is wrong.
@Suite struct ScenarioMatrixTests {
  private static func read(_ text: String) throws(FormatError) -> [ScenarioFile] {
    try ScenarioFile.readAll(
      JSONDocument.read(Array(text.utf8), file: "snow.json"), scenes: [ScenarioFixture.snow])
  }

  private static func plans(_ text: String) throws -> [RunPlan] {
    let device = try #require(BuiltInDevices.device(named: "iphone-12"))
    return try read(text).map { try $0.scenario(device: device, motion: nil).plan }
  }

  @Test func runsAreThoseOfFilesOfTheirOwn() throws {
    let head = #""scene": "snowglobe", "frames": 9, "input": {"generators": [{"kind": "tap"}]}"#
    let text = """
      {\(head), "parameters": {"flakes": 7}, "matrix": {
        "parameters.flakes": [3, 7], "seed": [1, 2, 18446744073709551615],
        "input.generators[0].eventsPerMinute": [12, 0.5], "reduceMotion": [true, false]}}
      """
    let files = try Self.read(text)
    #expect(files.count == 24 && Set(files.map { $0.fullName }).count == 24)
    #expect(files[0].fullName == "snow[3,1,12,true]" && files[0].caseName == "3,1,12,true")
    #expect(files[23].caseName == "7,18446744073709551615,0.5,false")
    let plans = try Self.plans(text)
    var index = 0
    for flakes in ["3", "7"] {
      for seed in ["1", "2", "18446744073709551615"] {
        for rate in ["12", "0.5"] {
          for calm in ["true", "false"] {
            let own = """
              {"scene": "snowglobe", "frames": 9, "seed": \(seed), "reduceMotion": \(calm),
               "parameters": {"flakes": \(flakes)},
               "input": {"generators": [{"kind": "tap", "eventsPerMinute": \(rate)}]}}
              """
            #expect(try Self.plans(own) == [plans[index]], "\(files[index].fullName)")
            index += 1
          }
        }
      }
    }
  }

  @Test func objectsOnTheWayNeedNotBeThere() throws {
    let plans = try Self.plans(
      #"{"scene": "snowglobe", "matrix": {"parameters.flakes": [5], "frameRate": [30, 60]}}"#)
    #expect(plans.map { $0.clock.framesPerSecond } == [30, 60])
    #expect(plans.allSatisfy { $0.parameters.values[0] == 5 })
  }

  @Test(arguments: [
    (#"{"seed": []}"#, "snow.json:1:43: matrix.seed: found 0 elements, allowed 1 to 1000"),
    (#"{}"#, "snow.json:1:34: matrix: the matrix varies nothing"),
    (#"{"sed": [1]}"#, #"snow.json:1:35: matrix: unknown key "sed"; did you mean "seed"?"#),
    (#"{"seed": [1, 1]}"#, "snow.json:1:47: matrix.seed[1]: 1 appears twice"),
    (#"{"seed": [[1]]}"#, "snow.json:1:44: matrix.seed[0]: found an array, expected a number"),
    (#"{"seed": ["a b"]}"#, #"snow.json:1:44: matrix.seed[0]: found string "a b", expected"#),
    (#"{"seed": [1, -1]}"#, "snow.json:1:47: seed: found -1, allowed 0 or more"),
    (#"{"parameters.flakes": [601]}"#, "snow.json:1:57: parameters.flakes: found 601, allowed 0"),
    (#"{"parameters.flake": [6]}"#, #"snow.json:1:46: parameters: unknown key "flake"; did you"#),
    (#"{"parameters.": [6]}"#, #"snow.json:1:35: matrix: unknown key "parameters.""#),
    (
      #"{"input.generators[1].eventsPerMinute": [6]}"#,
      "there is nothing in the file to vary"
    ),
    (#"{"device": [true]}"#, "snow.json:1:46: device: found true, expected a string"),
  ])
  func whatIsWrongIsToldWhereItStands(matrix: String, message: String) {
    let error = #expect(throws: FormatError.self) {
      try Self.read(#"{"scene": "snowglobe", "matrix": \#(matrix)}"#)
    }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test func thousandRunsAreTheMost() throws {
    let list = (0..<1000).map { "\($0)" }.joined(separator: ", ")
    #expect(try Self.read(#"{"scene": "snowglobe", "matrix": {"seed": [\#(list)]}}"#).count == 1000)
    let error = #expect(throws: FormatError.self) {
      try Self.read(
        #"{"scene": "snowglobe", "matrix": {"seed": [\#(list)], "reduceMotion": [true, false]}}"#)
    }
    #expect(error?.message.contains("found more than 1000 runs, allowed 1 to 1000") == true)
  }

  @Test func oneRunIsWantedWhereThereAreSeveral() throws {
    let text = #"{"scene": "snowglobe", "matrix": {"seed": [1, 2]}}"#
    let error = #expect(throws: FormatError.self) {
      try ScenarioFile.read(Array(text.utf8), file: "snow.json", scenes: [ScenarioFixture.snow])
    }
    #expect(
      error?.message
        == "snow.json:1:34: matrix: the file stands for several runs; name one, such as "
        + "snow.json[1]")
  }
}
