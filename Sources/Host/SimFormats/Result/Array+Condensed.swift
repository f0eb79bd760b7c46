extension Array where Element: Comparable {
  /// The maxima of `count` equal stretches; the values themselves when there are no more.
  package func condensed(to count: Int) -> [Element] {
    guard self.count > count else { return self }
    return (0..<count).compactMap { slot in
      self[(slot * self.count / count)..<((slot + 1) * self.count / count)].max()
    }
  }
}
