import SimJSON
import Testing

@Suite struct ObjectReaderTests {
  private func root(_ text: String) throws -> JSONNode {
    try JSONDocument.read(Array(text.utf8), file: "scenarios/x.json").root
  }

  private func expect(
    _ text: String, _ message: String, body: (JSONNode) throws(FormatError) -> Void
  ) throws {
    let node = try root(text)
    let error = #expect(throws: FormatError.self) { try body(node) }
    #expect(error?.message == message)
  }

  @Test func readsWhatIsThere() throws {
    let text = """
      {"$schema": "x", "seed": 18446744073709551615, "gain": -2.5, "on": true, "name": "b",
       "list": [1, 2], "nested": {"$x": 1}, "null": null, "count": 7}
      """
    try root(text).object { reader throws(FormatError) in
      #expect(try reader.required("seed").uint64() == .max)
      #expect(try reader.required("gain").double(in: -10...10) == -2.5)
      #expect(try reader.required("on").bool())
      #expect(try reader.required("name").string(oneOf: ["a", "b"]) == "b")
      #expect(try reader.required("name").string() == "b")
      let list = try reader.required("list").array(count: 2...2)
      #expect(try list[1].int(in: -5...5) == 2)
      try reader.required("nested").object { nested throws(FormatError) in
        #expect(nested.remainingMembers().map { $0.key } == ["$x"])
      }
      #expect(reader.optional("missing") == nil)
      #expect(reader.optional("null")?.isNull == true)
      #expect(try reader.optional("count")?.uint32(in: 1...10) == 7)
    }
  }

  @Test func outOfRange() throws {
    let text = "{\n  \"parameters\": {\"flakes\": 601}}"
    try expect(
      text, "scenarios/x.json:2:28: parameters.flakes: found 601, allowed 0 to 600"
    ) { node throws(FormatError) in
      var reader = try node.object()
      var parameters = try reader.required("parameters").object()
      _ = try parameters.required("flakes").int(in: 0...600)
    }
  }

  @Test(arguments: [
    ("\"ten\"", "found string \"ten\", expected a whole number from 1 to 600"),
    ("1.5", "found 1.5, expected a whole number from 1 to 600"),
    ("1e2", "found 1e2, expected a whole number from 1 to 600, written with digits only"),
    ("null", "found null, expected a whole number from 1 to 600"),
    ("true", "found true, expected a whole number from 1 to 600"),
    ("[1]", "found an array, expected a whole number from 1 to 600"),
    ("{}", "found an object, expected a whole number from 1 to 600"),
    ("0", "found 0, allowed 1 to 600"),
    ("-1", "found -1, allowed 1 to 600"),
    ("99999999999999999999", "found 99999999999999999999, allowed 1 to 600"),
  ])
  func wholeNumbers(text: String, message: String) throws {
    try expect("[\(text)]", "scenarios/x.json:1:2: [0]: \(message)") { node throws(FormatError) in
      _ = try node.array()[0].uint64(in: 1...600)
    }
  }

  @Test func otherKinds() throws {
    let place = "scenarios/x.json:1:1: "
    try expect("2.5", place + "found 2.5, allowed 0 to 1") { node throws(FormatError) in
      _ = try node.double(in: 0...1)
    }
    try expect("\"1\"", place + "found string \"1\", expected a number from 0 to 0.5") {
      node throws(FormatError) in _ = try node.double(in: 0...0.5)
    }
    try expect("-1", place + "found -1, allowed 0 or more") { node throws(FormatError) in
      _ = try node.uint64()
    }
    try expect("\"a\"", place + "found string \"a\", expected a whole number, 5 or more") {
      node throws(FormatError) in _ = try node.uint32(in: 5...(.max))
    }
    try expect("2", place + "found 2, allowed only 1") { node throws(FormatError) in
      _ = try node.int(in: 1...1)
    }
    try expect("1", place + "found 1, expected a string") { node throws(FormatError) in
      _ = try node.string()
    }
    try expect("1", place + "found 1, expected true or false") { node throws(FormatError) in
      _ = try node.bool()
    }
    try expect("1", place + "found 1, expected an array") { node throws(FormatError) in
      _ = try node.array()
    }
    try expect("[1]", place + "found an array, expected an object") { node throws(FormatError) in
      _ = try node.object()
    }
    try expect("[1]", place + "found 1 element, allowed 2 to 3") { node throws(FormatError) in
      _ = try node.array(count: 2...3)
    }
    try expect("1", place + "found 1, expected one of the strings a, b") {
      node throws(FormatError) in _ = try node.string(oneOf: ["a", "b"])
    }
  }

  @Test func unknownNames() throws {
    let names = ["snowglobe", "bubbles"]
    try expect(
      "{\"scene\": \"snowglob\"}",
      "scenarios/x.json:1:11: scene: found \"snowglob\"; did you mean \"snowglobe\"?"
        + " allowed: snowglobe, bubbles"
    ) { node throws(FormatError) in
      var reader = try node.object()
      _ = try reader.required("scene").string(oneOf: names)
    }
    try expect("\"zzz\"", "scenarios/x.json:1:1: found \"zzz\"; allowed: snowglobe, bubbles") {
      node throws(FormatError) in _ = try node.string(oneOf: names)
    }
  }

  @Test func unknownKeys() throws {
    let text = "{\n  \"seed\": 1,\n  \"sceen\": 2, \"other\": 3}"
    let message =
      "scenarios/x.json:3:3: unknown key \"sceen\"; did you mean \"scene\"?"
      + " allowed: device, frames, scene, seed"
    let node = try root(text)
    let error = #expect(throws: FormatError.self) {
      try node.object { reader throws(FormatError) in
        for key in ["seed", "scene", "frames", "device"] { _ = reader.optional(key) }
      }
    }
    #expect(error?.message == message)
    #expect(error?.suggestion == "scene")
    #expect(error?.found == "\"sceen\"")
    #expect(error?.allowed == "device, frames, scene, seed")
  }

  @Test func schemaIsForTheTopOnly() throws {
    try expect(
      "{\"$schema\": 1, \"a\": 1}", "scenarios/x.json:1:13: $schema: found 1, expected a string"
    ) { node throws(FormatError) in try node.object { _ throws(FormatError) in } }
    try expect(
      "{\"$schema\": \"\", \"a\": {\"$schema\": 1}}",
      "scenarios/x.json:1:23: a: unknown key \"$schema\"; nothing is allowed here"
    ) { node throws(FormatError) in
      try node.object { reader throws(FormatError) in
        try reader.required("a").object { _ throws(FormatError) in }
      }
    }
  }

  @Test func missingKeys() throws {
    try expect("{\"a\": 1}", "scenarios/x.json:1:1: missing key \"scene\"") {
      node throws(FormatError) in
      var reader = try node.object()
      _ = try reader.required("scene")
    }
    try expect(
      "[{\"sceen\": 1}]",
      "scenarios/x.json:1:3: [0]: missing key \"scene\"; is \"sceen\" a misspelling of it?"
    ) { node throws(FormatError) in
      var reader = try node.array()[0].object()
      _ = try reader.required("scene")
    }
  }

  @Test func messagesStayOnOneLine() throws {
    let nasty = "\\n\\u001b[31m\\u202e\\r\\u2028" + String(repeating: "x", count: 1000)
    let node = try root("{\"\(nasty)\": \"\(nasty)\"}")
    let value = node.members[0].value
    let shown = "\\n\\u{1b}[31m\\u{202e}\\r\\u{2028}" + String(repeating: "x", count: 10) + "…"
    let error = #expect(throws: FormatError.self) { try value.bool() }
    #expect(
      error?.message == "scenarios/x.json:1:1032: [\"\(shown)\"]: found string \"\(shown)\","
        + " expected true or false")
    let odd = FormatError(file: "a\nb.json", problem: .other("two\nlines\u{7}"))
    #expect(odd.message == "a\\nb.json: two\\nlines\\u{7}")
  }
}
