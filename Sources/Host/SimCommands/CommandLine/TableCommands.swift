import SimFormats
import SimHarness
import SimPlatform
import SimRuntime

/// `simbench completions`: prints a completion script for a shell.
struct CompletionsCommand: Command {
  private let shell: Shell
  private let scenes: SceneRegistry
  private let console: Console

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws {
    guard let shell = Shell(rawValue: parsed.requiredPositional("SHELL")) else {
      preconditionFailure("the name was checked against the list")
    }
    self.shell = shell
    self.scenes = scenes
    self.console = console
  }

  func run() throws -> ExitCode {
    let names = CompletionNames(
      scenes: scenes.descriptors.map { $0.name.description },
      devices: BuiltInDevices.all.map { $0.name })
    _ = console.output(SimbenchTable.table.completionScript(for: shell, names: names))
    return .pass
  }
}

/// `simbench schema`: prints the JSON Schema of a file format or of a command's output.
struct SchemaCommand: Command {
  private let schema: PublishedSchema
  private let scenes: SceneRegistry
  private let console: Console

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws {
    let name = parsed.requiredPositional("NAME")
    guard let schema = PublishedSchema.all.first(where: { $0.name == name }) else {
      preconditionFailure("the name was checked against the list")
    }
    self.schema = schema
    self.scenes = scenes
    self.console = console
  }

  func run() throws -> ExitCode {
    _ = console.output(schema.text(scenes.descriptors, scenes.modelDescriptors))
    return .pass
  }
}

/// `simbench man`: prints the manual page.
struct ManualCommand: Command {
  private let console: Console

  init(
    _ parsed: ParsedCommand, _: SceneRegistry, _ console: Console
  ) throws {
    self.console = console
  }

  func run() throws -> ExitCode {
    _ = console.output(
      SimbenchTable.table.manualPage(
        version: EnvironmentSummary.toolVersion, date: EnvironmentSummary.toolDate))
    return .pass
  }
}
