// Writes the lines that bare targets must reproduce to a host's standard output, for `.ci/lanes`.
// With `seeds`, writes the tables of `seeds/` for `.ci/renew-seeds`; with `recording`, replays the
// text recording on standard input; with `sample`, skips most seeds.
import EmbeddedEntry

func show(_ line: [UInt8]) { print(String(decoding: line, as: UTF8.self), terminator: "") }

switch CommandLine.arguments.dropFirst() {
case ["seeds"]: SeedCorpus.write(show)
case ["recording"]:
  var input: [UInt8] = []
  while let line = readLine(strippingNewline: false) { input += Array(line.utf8) }
  RecordingLane.run(input, show)
case ["sample"]: Lane.run(isSample: true, show)
default: Lane.run(show)
}
