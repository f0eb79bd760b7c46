/// What a reader refuses and no JSON Schema can: the words of the reader's message, as a regular
/// expression, with the reason beside each.
enum SchemaException: String, CaseIterable {
  // Two values of the file in an order, or one against another: a schema compares no values.
  case endBeforeStart = #"more than from \(\d+\)"#
  case order = #"more than \d+, the frame|a millisecond after"#
  case overlap = #"found from \d+, allowed \d+ or more"#
  case aboveParameter = #"at most [\d.]+, the parameter"#
  case afterTheEnd = #"less than \d+, the frames of the run"#
  case emptyRange = "endSeed is not beyond firstSeed"
  case descending = "must ascend|must descend"
  // A sum or a product of several values.
  case region = "within 0 to 1"
  case pixels = "pixels in all"
  case length = "allowed 1 to 2160000 frames"
  case runs = "more runs|more than 1000 runs"
  // What only scenes behind a gate have.
  case gate = #"found "population\.gate-|but no "gate""#
  // A value by a path in a list, whose place is in a key.
  case nothingToVary = "there is nothing in the file to vary"
  // How a number is written: 1.0 and 1 are one value to a schema.
  case digits = "written with digits only"
  // Elements of a list that agree in some of their members.
  case sameEntry = "two entries|two records"
}
