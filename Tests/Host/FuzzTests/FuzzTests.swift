import Testing

/// Goal: whatever a file, a name or a command line holds, the tool says one line or does its work.
///
/// Method: cases made from seeds, each held to what has to hold for all of its class; a sample of
/// them here, a million in the long tier.
@Suite struct FuzzTests {
  @Test(arguments: FuzzRun.classes) func everyCaseHolds(_ kind: FuzzClass) throws {
    try FuzzRun(kind).run()
  }
}
