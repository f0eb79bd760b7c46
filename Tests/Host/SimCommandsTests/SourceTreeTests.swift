import SimFormats
import SimPlatform
import TestTier
import Testing

/// Goal: SARIF and annotations name a file by its path from the top of the repository, whatever the
/// current folder and however the file was named; a file outside of it is never taken for one
/// inside.
///
/// Method: the executable in folders of repositories, with a file of the same name at the top.
@Suite struct SourceTreeTests {
  /// A repository with a failing scenario in a folder, and another file of that name at the top.
  private func project() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileStore.makeDirectory(folder.at("repo/.git"))
    let failing = TinyScenario.text(name: "failing", TinyScenario.impossibleBudget)
    for name in ["repo/fail.json", "repo/sub/fail.json", "repo/sub/deep/x.json", "fail.json"] {
      try folder.write(failing, to: name)
    }
    return folder
  }

  /// The paths that annotations and SARIF name, after a command in a folder.
  private func paths(
    _ command: String, in place: String, _ folder: TemporaryFolder, workspace: String? = nil
  ) throws -> (annotations: [String], sarif: [String], log: JSONNode) {
    let setting = workspace.map { "export GITHUB_WORKSPACE='\($0)'" } ?? "unset GITHUB_WORKSPACE"
    let script =
      "\(setting); cd '\(place)' && exec \"$SIMBENCH\" \(command) --annotations --sarif log.sarif"
    let run = try Executable.shell(script, in: folder)
    #expect([1, 4, 6].contains(run.exitCode), "\(run.errorText)")
    let text = try FileStore.readText(
      folder.at("\(place)/log.sarif"), limitByteCount: 1 << 20)
    let log = try #require(CommandRun.json(text)["runs"].array().first)
    let sarif = try log["results"].array().map { result in
      let place = try #require(result["locations"].array().first)
      return try place["physicalLocation"]["artifactLocation"]["uri"].string()
    }
    let annotations = run.outputText.matches(of: /::error file=([^,]*),/).map { String($0.1) }
    #expect(!annotations.isEmpty)
    return (annotations, sarif, log)
  }

  @Test(
    arguments: [
      ("fail.json", "sub/fail.json"), ("./deep/../fail.json", "sub/fail.json"),
      ("../fail.json", "fail.json"), ("deep/x.json", "sub/deep/x.json"),
      ("TOP/repo/sub/fail.json", "sub/fail.json"),
      ("TOP/repo/sub/../fail.json", "fail.json"), ("../linked/x.json", "sub/deep/x.json"),
      ("../linked/../fail.json", "sub/fail.json"), ("soft.json", "fail.json"),
      ("out.json", "sub/out.json"),
    ])
  func pathsStartAtTheTop(given: String, path: String) throws {
    let folder = try project()
    let links =
      "ln -s sub/deep repo/linked; ln -s ../fail.json repo/sub/soft.json;"
      + "ln -s ../../fail.json repo/sub/out.json"
    #expect(try Executable.shell(links, in: folder).exitCode == 0)
    let name = given.replacing("TOP", with: folder.path)
    let found = try paths("run '\(name)' --no-render", in: "repo/sub", folder)
    #expect(found.annotations == [path] && found.sarif == [path])
    let top = Environment.resolvedPath(folder.path)
    let base = try found.log["originalUriBaseIds"]["%SRCROOT%"]["uri"].string()
    #expect(base == "file://\(top)/repo/")
    let invocation = try #require(found.log["invocations"].array().first)
    #expect(try invocation["workingDirectory"]["uri"].string() == "file://\(top)/repo/sub/")
  }

  /// A file of somewhere else keeps its place, even with the name of one that is here.
  @Test func otherFilesAreNotTakenForOwnOnes() throws {
    let folder = try project()
    let found = try paths("run ../fail.json --no-render", in: "repo", folder)
    #expect(found.annotations == [folder.at("fail.json")])
    #expect(found.sarif == ["file://\(folder.at("fail.json"))"])
  }

  @Test func outsideOfARepositoryPathsStayAsTheyAre() throws {
    let folder = try project()
    let found = try paths("run fail.json --no-render", in: ".", folder)
    #expect(found.annotations == ["fail.json"] && found.sarif == ["fail.json"])
    #expect(!found.log.members.contains { $0.key == "originalUriBaseIds" })
    let whole = try paths("run '\(folder.at("fail.json"))' --no-render", in: ".", folder)
    #expect(whole.annotations == [folder.at("fail.json")])
    #expect(whole.sarif == ["file://\(folder.at("fail.json"))"])
  }

  /// A checkout without git's files has its top where GitHub says; a nearer repository comes first.
  @Test func theWorkspaceIsATop() throws {
    let folder = try project()
    let above = try paths(
      "run fail.json --no-render", in: "repo/sub", folder, workspace: folder.path)
    #expect(above.annotations == ["sub/fail.json"])
    try FileStore.removeTree(folder.at("repo/.git"))
    let found = try paths(
      "run fail.json --no-render", in: "repo/sub", folder, workspace: folder.path)
    #expect(found.annotations == ["repo/sub/fail.json"])
    #expect(found.sarif == found.annotations)
  }

  /// Working trees and submodules have a file in place of the folder.
  @Test func workingTreesAreRepositories() throws {
    let folder = try project()
    try folder.write("gitdir: /somewhere/else\n", to: "repo/sub/.git")
    let found = try paths("run deep/x.json --no-render", in: "repo/sub", folder)
    #expect(found.annotations == ["deep/x.json"] && found.sarif == ["deep/x.json"])
  }

  /// Every verb with these outputs names the same paths.
  @Test func everyVerbNamesThem() throws {
    let folder = try project()
    try folder.write(
      "golden 1\nscenario ../fail.json\ndevice iphone-12\ncanvas 160 80 1\nframes 6\npicture 4\n",
      to: "repo/sub/goldens/tiny.golden")
    let golden = try paths("golden check --goldens goldens", in: "repo/sub", folder)
    #expect(golden.annotations == ["sub/goldens/tiny.golden"])
    #expect(golden.sarif == golden.annotations)
    try folder.write(
      #"{ "model": "sketch-magic", "duration": "2h", "rates": { "success": 1 } }"#,
      to: "repo/sub/model.json")
    let both = try paths(
      "run model.json fail.json --no-render --no-wall --json r.json", in: "repo/sub", folder)
    #expect(Set(both.annotations) == ["sub/model.json", "sub/fail.json"])
    let stored = try paths("report r.json", in: "repo/sub", folder)
    #expect(stored.annotations == both.annotations && stored.sarif == both.sarif)
    guard !Tier.isDebug else { return }
    for verb in ["gate", "check"] {
      let found = try paths("\(verb) fail.json", in: "repo/sub", folder)
      #expect(Set(found.annotations) == ["sub/fail.json"], "\(verb)")
      #expect(Set(found.sarif) == ["sub/fail.json"], "\(verb)")
    }
  }
}
