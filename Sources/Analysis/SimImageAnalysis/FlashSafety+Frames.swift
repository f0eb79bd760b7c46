extension FlashSafety {
  /// The same with its frames counted otherwise, such as from the beginning of a run that did not
  /// draw all of them.
  ///
  /// - Parameter frame: The number of a picture that was seen, from 0.
  package func countingFrames(_ frame: (UInt32) -> UInt32) -> FlashSafety {
    var found = self
    for part in [\FlashSafety.general, \.saturation, \.chromaticity] {
      found[keyPath: part].firstFailFrame = self[keyPath: part].firstFailFrame.map(frame)
      found[keyPath: part].worst = self[keyPath: part].worst?.countingFrames(frame)
    }
    for part in [\Contiguous.general, \.red] {
      guard let threshold = contiguous?[keyPath: part] else { continue }
      found.contiguous?[keyPath: part].firstFailFrame = threshold.firstFailFrame.map(frame)
      found.contiguous?[keyPath: part].worst = threshold.worst?.countingFrames(frame)
    }
    found.pattern?.firstFailFrame = pattern?.firstFailFrame.map(frame)
    found.pattern?.worst = pattern?.worst?.countingFrames(frame)
    return found
  }
}

extension FlashSafety.Place {
  fileprivate func countingFrames(_ frame: (UInt32) -> UInt32) -> FlashSafety.Place {
    var place = self
    place.frame = frame(self.frame)
    return place
  }
}
