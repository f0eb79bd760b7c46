// On a host's standard output the lines that bare targets must reproduce, for `.ci/lanes`, or with
// the argument `seeds` the tables of `seeds/`, for `.ci/renew-seeds`.
import EmbeddedEntry

func show(_ line: [UInt8]) { print(String(decoding: line, as: UTF8.self), terminator: "") }

if CommandLine.arguments.dropFirst() == ["seeds"] {
  SeedCorpus.write(show)
} else {
  Lane.run(show)
}
