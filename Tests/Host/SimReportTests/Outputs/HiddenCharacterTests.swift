import SimFormats
import SimReport
import Testing

/// Goal: no output for people or programs holds a character that dresses up a log, wherever a file
/// or a scene may put text.
///
/// Method: a result with hostile text everywhere, through every output; on a screen what the
/// console makes of it.
@Suite struct HiddenCharacterTests {
  private static func hidden(_ text: String) -> [String] {
    text.unicodeScalars.filter { $0 != "\n" && MessageText.isHidden($0) }
      .map { MessageText.visible($0) }
  }

  @Test func noOutputHasAny() {
    let hostile = SeriesFixture.hostileResult
    #expect(!Self.hidden(SeriesFixture.hostile).isEmpty)
    let findings = Finding.all(in: [hostile])
    for (name, text) in [
      ("annotations", AnnotationReport.text(findings)), ("JUnit", JUnitReport.text([hostile])),
      ("Markdown", MarkdownReport.text([hostile])),
      ("SARIF", SARIFReport.text(findings, version: "1")),
      ("JSON", JSONWriter.text(of: SceneResult.shape.object(hostile))),
      ("HTML", HTMLReport.text([hostile], showing: .init(sheets: [nil]))),
      ("text", MessageText.screen(TextReport.text(hostile))),
    ] {
      let found = Self.hidden(text)
      #expect(found.isEmpty, "\(name): \(found.prefix(5))")
    }
  }

  /// Colors are ours, whatever a name says.
  @Test func onlyOwnColorsReachATerminal() {
    let styled = MessageText.screen(
      TextReport.text(SeriesFixture.hostileResult, isStyled: true), keeping: TerminalRenderer.styles
    )
    var rest = styled
    for style in TerminalRenderer.styles { rest = rest.replacing(style, with: "") }
    #expect(rest != styled && Self.hidden(rest).isEmpty)
    let sound = TextReport.text(SeriesFixture.result(), isStyled: true)
    #expect(MessageText.screen(sound, keeping: TerminalRenderer.styles) == sound)
  }
}
