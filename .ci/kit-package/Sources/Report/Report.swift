/// Prints a line.
public func line(_ text: String) { print(text) }
