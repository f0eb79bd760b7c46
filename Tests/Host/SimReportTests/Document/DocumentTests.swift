import SimFormats
import SimReport
import Testing

/// Goal: what a document says shows in every format, each text as itself, what failed first.
///
/// Method: a document with every kind of block and hostile text in every place, through each
/// renderer; pages are read back as XML.
@Suite struct DocumentTests {
  private static func article(
    _ id: String, _ tone: Tone, isFolded: Bool = false, _ blocks: [Block]
  ) -> Article {
    Article(
      id: id,
      headline: Headline(
        tone: tone, verdict: "WORD", name: "name of \(id)", conditions: ["condition"]),
      isFolded: isFolded, fold: "fold of \(id)"
    ) { blocks }
  }

  /// Every kind of block with the same text everywhere.
  private static func blocks(_ text: String) -> [Block] {
    let table = Table(
      text, .checks, [.mark, Table.Column(text), .number("figure")],
      [
        Table.Row([.mark(.failed), Table.Cell(text, .path, more: [text]), Table.Cell(text)]),
        Table.Row([.mark(.passed), Table.Cell(text, .code), Table.Cell(text, isFailed: true)]),
      ])
    var chart = Chart(title: text, note: text, words: text)
    chart.keys = [Chart.Key("line", text)]
    chart.y = [Axis.Tick(0.5, text)]
    chart.x = [Axis.Tick(0.5, text)]
    let readings = ChartGroup.Readings(
      framesPerSecond: 60, populations: [text], rows: [.words(3, text), .numbers(2, ["0"])])
    return [
      .section(text, [.text(Words(text).code(text)), .note(text)]),
      .details(text, [.list([text, text])]), .command(purpose: text, command: text),
      .failures(text, [Failure(name: text, outcome: text, place: text)]),
      .tiles([Tile(text, text, text)]), .table(table),
      .facts(Facts([Facts.Row(text, text, failed: [text]), Facts.Row("", text)])),
      .charts(ChartGroup([chart], readings)), .lines([text]),
    ]
  }

  private static func document(_ text: String) -> Document {
    Document(
      title: text, summaryTitle: text, tone: .failed, lead: blocks(text),
      articles: [article("one", .failed, blocks(text))], tail: [.note(text)])
  }

  @Test func everyBlockShowsInEveryFormat() {
    for (index, block) in Self.blocks("words").enumerated() {
      let document = Document(title: "t", summaryTitle: "t", lead: [block])
      for (name, text) in [
        ("page", HTMLRenderer.text { _ in document }),
        ("Markdown", MarkdownRenderer.text(document)),
        ("terminal", TerminalRenderer.text(document)),
      ] {
        let body = text.split(separator: "</head>").last ?? ""
        #expect(body.contains("words"), "block \(index) in \(name)")
      }
    }
  }

  @Test func blocksOfOneFormatShowInNoOther() {
    for formats in [Formats.page, .markdown, .terminal] {
      let document = Document(
        title: "t", summaryTitle: "t", lead: [.only(formats, [.text("hidden words")])],
        articles: [Self.article("a", .passed, [.only(formats, [.note("more words")])])])
      let texts: [(Formats, String)] = [
        (.page, HTMLRenderer.text { _ in document }), (.markdown, MarkdownRenderer.text(document)),
        (.terminal, TerminalRenderer.text(document)),
      ]
      for (format, text) in texts {
        #expect(text.contains("hidden words") == (format == formats))
        #expect(text.contains("more words") == (format == formats))
      }
    }
  }

  @Test func everyRendererEscapes() {
    let document = Self.document(SeriesFixture.hostile)
    let page = HTMLRenderer.text { _ in document }
    PageRules.check(page, "hostile document")
    #expect(page.contains("a&quot;&#39;&lt;b&gt;&amp;amp;") && !page.contains("'<b>"))
    #expect(page.matches(of: /<\/script>/).count == 3, "two of readings, one of the page")
    // What is code stands for itself, as long as no backtick ends it.
    let summary = MarkdownRenderer.text(document).replacing(/```[^`]*```|`[^`]*`/, with: "")
    #expect(!summary.contains("<b>") && !summary.contains("](") && !summary.contains("`*_"))
    let terminal = TerminalRenderer.text(document)
    for text in [page, summary, terminal] {
      let hidden = text.unicodeScalars.filter { $0 != "\n" && MessageText.isHidden($0) }
      #expect(hidden.isEmpty, "\(hidden.prefix(3))")
    }
    var rest = TerminalRenderer.text(document, isStyled: true)
    for style in TerminalRenderer.styles { rest = rest.replacing(style, with: "") }
    #expect(rest == terminal && !rest.contains("\u{1B}"))
  }

  @Test func whatFailedComesFirst() throws {
    let document = Document(
      title: "t", summaryTitle: "t",
      articles: [
        Self.article("a", .passed, []), Self.article("b", .failed, []),
        Self.article("c", .unsure, isFolded: true, []), Self.article("d", .failed, []),
      ])
    let page = HTMLRenderer.text { _ in document }
    PageRules.check(page, "order")
    let order = page.matches(of: /<article id="([a-d])"/).map { String($0.1) }
    #expect(order == ["b", "d", "c", "a"])
    let rows = [Tone.passed, .unsure, .failed].map { tone in
      Table.Row([.mark(tone), Table.Cell("\(tone)")], tone: tone)
    }
    let table = Table("t", .overview, [.mark, Table.Column("c")], rows, isRanked: true)
    let ranked = HTMLRenderer.text { _ in Document(title: "t", lead: [.table(table)]) }
    let cells = ranked.matches(of: /<td data-label="c">([a-z]+)</).map { String($0.1) }
    #expect(cells == ["failed", "unsure", "passed"])
  }

  @Test func whatDoesNotFitIsCounted() {
    let text = String(repeating: "x", count: 1000)
    let articles = (0..<40).map { Self.article("a\($0)", .passed, [.note(text)]) }
    let whole = HTMLRenderer.text { _ in Document(title: "t", articles: articles) }
    let limit = whole.utf8.count - 10_000
    let cut = HTMLRenderer.text(limit: limit) { _ in Document(title: "t", articles: articles) }
    #expect(cut.utf8.count <= limit && cut.hasSuffix("</html>\n"))
    #expect(cut.contains(/<p class="note">[0-9]+ scenarios do not fit; the JSON has them.</))
    // Of several ways of telling less, the first that fits.
    let less = HTMLRenderer.text(limit: limit, levels: 3) { level in
      Document(
        title: "level \(level)", articles: level == 0 ? articles : Array(articles.prefix(20)))
    }
    #expect(less.contains("<title>level 1</title>") && !less.contains("do not fit"))
  }

  @Test func levelsOfHeadingsFollowTheNesting() {
    let nested = Block.section("a", [.section("b", [.note("c")])])
    for hasHeading in [true, false] {
      let page = HTMLRenderer.text { _ in
        Document(
          title: "t", hasHeading: hasHeading, articles: [Self.article("a", .passed, [nested])])
      }
      PageRules.check(page, "nested")
      #expect(page.contains(hasHeading ? "<h4>b</h4>" : "<h3>b</h3>"))
    }
  }

  @Test func columnsStandBelowEachOther() {
    let table = Table(
      "t", .numbers, [.mark, Table.Column("name"), .number("n")],
      [
        Table.Row([.mark(.failed), "a", "1"]), Table.Row([.mark(.passed), "long", "22"]),
        Table.Row([.mark(.passed), "-", "-"], line: "a line of its own"),
      ])
    let lead: [Block] = [.table(table), .facts(Facts([Facts.Row("x", "y")], width: 4, gap: 1))]
    let text = TerminalRenderer.text(Document(title: "t", lead: lead))
    #expect(
      text == """
           name  n
        ✗ a     1
        ✓ long  22
        ✓ a line of its own
        x    y

        """)
  }
}
