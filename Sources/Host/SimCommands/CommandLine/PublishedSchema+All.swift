import SimFormats
import SimReport

extension PublishedSchema {
  /// Every published schema, in the order of `simbench list schemas`: file formats, and the
  /// `--json` output of commands, under the command's name.
  package static let all: [PublishedSchema] = [
    PublishedSchema("scenario", title: "simbench scenario") { ScenarioFile.schema($0) },
    PublishedSchema(
      "model-scenario", title: "simbench model scenario", models: ModelScenario.schema),
    PublishedSchema("result", title: "simbench result", SceneResult.shape.rule),
    PublishedSchema("baseline", title: "simbench baseline", BaselineFile.shape.rule),
    PublishedSchema("device", title: "simbench device class", Device.shape.rule),
    PublishedSchema("history-line", title: "simbench history line", HistoryEntry.shape.rule),
    PublishedSchema(
      "frames-head", title: "simbench recorded frames, first line", FrameRows.headShape.rule),
    PublishedSchema(
      "frames-row", title: "simbench recorded frames, a frame's line", FrameRows.Row.shape.rule),
    PublishedSchema("sweep-plan", title: "simbench sweep plan", SweepPlan.shape.rule),
    PublishedSchema(
      "sweep-head", title: "simbench sweep, first line", SweepHead.shape.rule),
    PublishedSchema("sweep-row", title: "simbench sweep, a run's line", SweepRow.shape.rule),
    output("run", ResultFile.shape),
    output("render", Rendering.output),
    output("replay", ReplayReport.output),
    output("verify", VerifyReport.output),
    output("diff", DiffReport.output),
    output("explore", ExploreReport.output),
    output("shrink", FailureReport.output),
    output("plan", PlanReport.output),
    output("sweep", SweepReport.output),
    output("merge", MergeReport.output),
    output("score", ScoreReport.output),
    output("flash", FlashReport.output),
    output("flash-replay", FlashReport.replayOutput),
    output("list-scenes", ListCommand.scenes),
    output("list-models", ListCommand.models),
    output("list-faults", ListCommand.faults),
    output("list-devices", ListCommand.devices),
    output("list-scenarios", ListCommand.scenarios),
    output("list-generators", ListCommand.generators),
    output("list-metrics", ListCommand.metrics),
    output("list-schemas", ListCommand.schemas),
    output("validate", ValidateCommand.output),
    output("image-diff", ImageReport.output),
    output("check", CheckReport.output),
    output("gate", GateReport.output),
    output("baseline-update", BaselineChange.output),
    output("selftest", SelfTestReport.output),
    output("history", HistoryReport.output),
    output("golden-check", GoldenReport.output),
    output("golden-accept", GoldenDecision.output),
    output("device-add", DeviceAddCommand.output),
    output("tune", TuneReport.output),
    output("calibrate", RendererCalibrationReport.output),
  ]

  private static func output<Root>(_ name: String, _ shape: Shape<Root>) -> PublishedSchema {
    PublishedSchema(
      name, title: "output of simbench \(name.replacing("-", with: " "))", shape.rule)
  }
}
