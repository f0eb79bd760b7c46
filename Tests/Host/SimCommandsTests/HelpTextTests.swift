import SimCommands
import Testing

@Suite struct HelpTextTests {
  static let tables = [SimbenchTable.table, sampleTable]

  @Test(arguments: [
    ("run", "Usage: simbench run [options] SCENARIO...\n"),
    ("validate", "Usage: simbench validate [options] SCENARIO...\n"),
    ("list", "Usage: simbench list [options] KIND\n"),
    ("render", "Usage: simbench render [options] SCENARIO\n"),
    ("score", "Usage: simbench score [options] LETTER FILE...\n"),
    ("baseline update", "Usage: simbench baseline update [options] SCENARIO...\n"),
    ("gate", "Usage: simbench gate [options] SCENARIO...\n"),
    ("selftest", "Usage: simbench selftest [options]\n"),
    ("history", "Usage: simbench history [options] FILE\n"),
    ("init", "Usage: simbench init [options] NAME\n"),
    ("completions", "Usage: simbench completions SHELL\n"),
    ("man", "Usage: simbench man\n"),
    ("help", "Usage: simbench help [COMMAND...]\n"),
  ])
  func showsUsage(topic: String, usage: String) {
    let page = HelpText(table: SimbenchTable.table).page(for: topic)
    #expect(occurrences(of: usage, in: page) == 1)
  }

  @Test func rootPageGroupsTheCommands() {
    let page = HelpText(table: SimbenchTable.table).page(for: nil)
    #expect(
      page.hasPrefix(
        """
        Deterministic headless simulation and benchmarks for touch-driven scenes.

        Usage: simbench COMMAND [options]

        """))
    #expect(
      page.contains(
        """

        Run and inspect:
          run                Run scenarios and check their budgets.
          report             Regenerate reports from saved results.
          render             Render frames of a scenario to PNG or animated PNG.
          score              Score recorded handwriting against a letter template.
          flash              Check an image sequence for photosensitive flashes and
                             stripes.
          list               List scenes, models, faults, devices, scenarios, metrics
                             and schemas.

        Record and replay:
          verify             Check determinism across processes, threads, builds and
                             CPUs.
          replay             Replay a recording and compare every frame.
          diff               Find the first frame and field in which two runs diverge.
          recording convert  Convert a recording between its text and binary forms.

        Explore:
          explore            Fuzz scenarios over a range of seeds and shrink the first
                             failure.
          shrink             Shrink a failing recording to a minimal one.
          plan               Split a range of seeds into shards for many machines.
          sweep              Run a shard of a plan, resuming where an earlier attempt
                             stopped.
          merge              Merge the results of all shards into one file.

        Check:
          check              Run every pull-request check in one pass.
          validate           Validate scenario files without running them.

        """))
    for command in SimbenchTable.table.commands {
      #expect(occurrences(of: "\n  \(command.name) ", in: page) == 1)
    }
  }

  @Test func everyOptionStandsOnceInItsList() throws {
    for table in Self.tables {
      for command in table.commands {
        let page = HelpText(table: table).page(for: command.name)
        let list = try #require(page.ranges(of: "\nOptions:\n").first)
        let lines = page[list.upperBound...].split(
          separator: "\n", omittingEmptySubsequences: false
        ).prefix { !$0.isEmpty }
        for option in table.options(of: command) {
          let value = option.value.map { " \($0.placeholder)" } ?? ""
          let short = option.shortSpelling.map { "\($0), " } ?? "    "
          let row = "  \(short)\(option.spelling)\(value)"
          let hits = lines.filter { $0 == row || $0.hasPrefix(row + "  ") }
          #expect(hits.count == 1, "\(command.name) \(option.spelling)")
        }
      }
    }
  }

  @Test func argumentsExamplesAndExitCodesAreThere() {
    for table in Self.tables {
      for command in table.commands {
        let page = HelpText(table: table, width: 100).page(for: command.name)
        for argument in command.arguments {
          let rows = page.split(separator: "\n").filter {
            $0.hasPrefix("  \(argument.usage)  ") && $0.hasSuffix("  \(argument.summary)")
          }
          #expect(rows.count == 1)
        }
        for example in command.examples {
          #expect(occurrences(of: "\n  \(example.line)\n", in: page) == 1)
        }
        #expect(page.contains("Exit codes:") == !command.verdicts.isEmpty)
        for code in ExitCode.allCases where !command.verdicts.isEmpty {
          let isNamed = page.contains(code.sentence)
          #expect(
            isNamed == (ExitCode.common + command.verdicts).contains(code),
            "\(command.name): \(code)")
        }
      }
    }
    let page = HelpText(table: SimbenchTable.table).page(for: nil)
    for code in ExitCode.allCases {
      #expect(occurrences(of: "  \(code.sentence)\n", in: page) == 1)
      #expect(occurrences(of: "\n  \(code.rawValue) ", in: page) == 1)
    }
  }

  @Test func staysWithinTheWidth() {
    for (asked, limit) in [(Int.min, 60), (0, 60), (60, 60), (72, 72), (100, 100), (Int.max, 100)] {
      for table in Self.tables {
        let text = HelpText(table: table, width: asked).allPages()
        for line in text.split(separator: "\n") {
          #expect(line.count <= limit, "\(line)")
          #expect(line.last != " ")
        }
      }
    }
    #expect(
      HelpText(table: SimbenchTable.table).allPages()
        == HelpText(table: SimbenchTable.table, width: 80).allPages())
  }

  @Test func longExamplesBreakWhereAShellJoinsThem() {
    let page = HelpText(table: SimbenchTable.table, width: 60).page(for: "run")
    #expect(
      page.contains(
        """
          simbench run scenarios/snowglobe.json --device \\
            iphone-se-2 --seed 7

        """))
  }

  @Test func twoWordCommandsHaveAPageTogether() {
    let page = HelpText(table: sampleTable).page(for: "golden")
    #expect(
      page == """
        Usage: sample golden COMMAND [options]

        Commands:
          golden check   Compare frames.
          golden update  Record frames.

        For more on a command: sample golden COMMAND --help

        """)
    #expect(
      HelpText(table: sampleTable).page(for: "mix").contains("May be given more than once."))
  }

  @Test func allPagesHoldEveryPage() {
    let help = HelpText(table: SimbenchTable.table)
    let all = help.allPages()
    #expect(all.hasPrefix("# simbench\n\n"))
    for command in SimbenchTable.table.commands {
      #expect(all.contains("# simbench \(command.name)\n\n\(help.page(for: command.name))"))
    }
  }

  @Test func everyExampleIsAValidCommandLine() throws {
    for command in SimbenchTable.table.commands {
      #expect(!command.examples.isEmpty, "\(command.name)")
      for example in command.examples {
        let start = try #require(example.line.ranges(of: "simbench ").first)
        let words = example.line[start.upperBound...].split(separator: " ").map(String.init)
        let line = words.prefix { !["|", ">"].contains($0) }.map { $0.filter { $0 != ")" } }
        #expect(line.starts(with: command.words))
        #expect(message(Array(line)) == nil, "\(example.line)")
      }
    }
  }
}
