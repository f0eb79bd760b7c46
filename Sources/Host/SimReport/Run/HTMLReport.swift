import SimFormats

/// Results as one HTML page that needs no network: verdict, what failed, charts, tables, pictures.
///
/// Everything is readable without its script, which only shows numbers that are asked for.
package enum HTMLReport {
  /// A result to lay under another, and what it is called.
  package struct Reference {
    /// The other results; those of the same scenarios are compared.
    package var results: [RunResult]
    /// What the page calls them.
    package var name: String

    /// Makes a reference.
    package init(results: [RunResult], name: String) {
      self.results = results
      self.name = name
    }
  }

  /// The maximum count of bytes of a page, however many runs it has, so that it loads quickly.
  package static var maximumByteCount: Int { 1 << 20 }

  /// The maximum count of bytes of each of a page's pictures, when it has so many; the rest is for
  /// the figures, which take more where many runs have tables and charts of their own.
  package static func pictureByteCount(of count: Int) -> Int {
    let share = hasThumbnails(count) ? maximumByteCount / 3 : maximumByteCount * 3 / 5
    return share / max(count, 1) * 3 / 4
  }

  /// Whether so many runs on a page leave room for thumbnails and plain charts only.
  package static func hasThumbnails(_ count: Int) -> Bool { count > 8 }

  /// The page, ending in a line break.
  ///
  /// Charts get coarser first, then pictures go, and of results that do not fit even so only the
  /// overview tells.
  ///
  /// - Parameters:
  ///   - results: What the page is about; at least one.
  ///   - pictures: For each result the contact sheet as PNG, or nil when there is none.
  ///   - reference: Results to compare with.
  package static func text(
    _ results: [RunResult], pictures: [[UInt8]?], against reference: Reference? = nil
  ) -> String {
    let maximum = max(90, FrameSeries.maximumCount / max(results.count, 1))
    let levels = [(maximum, true), (60, true), (40, true), (60, false), (30, false)]
    return HTMLRenderer.text(limit: maximumByteCount, levels: levels.count) { level in
      RunDocument(
        results: results, pictures: pictures, reference: reference,
        chartCount: min(levels[level].0, maximum), hasPictures: levels[level].1
      ).document
    }
  }
}
