// The lines that bare targets must reproduce, on a host's standard output; `.ci/lanes` compares.
import EmbeddedEntry

Lane.run { line in print(String(decoding: line, as: UTF8.self), terminator: "") }
