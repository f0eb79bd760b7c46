import SimPlatform
import Testing

/// Goal: each address has its lines, those of functions that were inlined there first.
///
/// Method: what the tool prints for an inlined call, for generated code and for nothing known.
@Suite struct SourceLinesTests {
  @Test func whatTheToolPrintsIsRead() {
    let text = """
      /a/b.swift:12:3
      /a/c d.swift:40:1

      <compiler-generated>:0:0
      /a/odd:name.swift:7:0

      ??:0:0


      """
    #expect(
      SourceLines.parse(text) == [
        [.init(file: "/a/b.swift", number: 12), .init(file: "/a/c d.swift", number: 40)],
        [.init(file: "/a/odd:name.swift", number: 7)], [],
      ])
    #expect(SourceLines.parse("").isEmpty)
    #expect(SourceLines.lines(of: []).isEmpty)
  }
}
