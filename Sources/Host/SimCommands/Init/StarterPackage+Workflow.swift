import SimJSON
import SimReport

extension StarterPackage {
  /// The repository and commit of a folder that a package depends on.
  struct Origin {
    /// What `git clone` takes.
    var url: String
    /// The commit.
    var commit: String
  }

  /// The workflow that checks every pull request: the tests, and the scenario with its budgets,
  /// baseline and goldens.
  ///
  /// It uses `--confined`, since anyone can open a pull request, so a scenario must not read files
  /// outside the checkout.
  var workflow: String {
    let run = "      - run: swift run -c release --skip-build \(name)-bench"
    let explore =
      kind == .scene
      ? "" : "\(run) explore scenarios/\(name).json --seeds 0...999 --confined .\n"
    return """
      name: simbench
      on: [pull_request]
      permissions:
        contents: read
      jobs:
        check:
          runs-on: ubuntu-latest
          container: swift:6.3
          steps:
            - uses: actions/checkout@v4
      \(checkoutOfPath)      - run: swift build -c release --build-tests
            - run: swift test -c release --skip-build
      \(run) check scenarios/\(name).json --no-wall --confined . --annotations
      \(explore)
      """
  }

  /// The steps that get the folder that the package depends on, which no machine of CI has.
  private var checkoutOfPath: String {
    guard case .path(let path) = source else { return "" }
    let folder = ShellCommand.word(MessageText.oneLine(path))
    guard let origin else {
      return """
              # The package depends on this folder, whose repository init did not find: check it out
              # there first, or depend on a repository: init --package URL.
              - run: |
                  test -f \(folder)/Package.swift

        """
    }
    return """
            # The package depends on this folder, which only your machine has.
            - run: |
                git clone \(ShellCommand.word(MessageText.oneLine(origin.url))) \(folder)
                git -C \(folder) checkout \(origin.commit)

      """
  }
}
