extension SimbenchTable {
  static let calibrate = CommandSpec(
    "calibrate", "Measure what each unit of work costs on this machine.",
    options: [
      json("the cost table"), quiet,
    ],
    examples: [
      CommandExample("simbench calibrate", "Measure and print costs.")
    ], listsExitCodes: true)
}
