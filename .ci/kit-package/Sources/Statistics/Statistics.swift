/// The mean, rounded toward zero; 0 of nothing.
public func mean(_ values: [Int]) -> Int { values.reduce(0, +) / max(values.count, 1) }
