// On a host's standard output the lines that bare targets must reproduce, for `.ci/lanes`, or with
// the argument `seeds` the tables of `seeds/`, for `.ci/renew-seeds`; with `recording` it repeats
// the recording, a text, on standard input; `sample` leaves out most seeds.
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
