import SimFormats

/// Results as one HTML page that needs no network: verdict, what failed, charts, tables, pictures.
///
/// Everything is readable without its script, which only shows numbers that are asked for.
package enum HTMLReport {
  /// A result to lay under another, and what it is called.
  package struct Reference {
    /// The other results; those of the same scenarios are compared.
    package var results: [SceneResult]
    /// What the page calls them.
    package var name: String

    /// Makes a reference.
    package init(results: [SceneResult], name: String) {
      self.results = results
      self.name = name
    }
  }

  /// Which images fit on a page.
  enum PictureDetail {
    /// Contact sheets and worst frames.
    case all
    /// Only worst frames of what failed.
    case evidence
    /// None.
    case none
  }

  /// Images of the runs, which their results do not contain.
  package struct Pictures {
    /// The contact sheet of each scene's run as PNG, or nil; empty if no run has one.
    package var sheets: [[UInt8]?]
    /// The evidence of limits that the frames of each scene's run exceeded, or nil.
    package var evidence: [RunEvidence?] = []

    /// Creates images from contact sheets.
    package init(sheets: [[UInt8]?] = []) { self.sheets = sheets }

    /// The sheet of a scene's run; nil if there is none.
    func sheet(_ index: Int) -> [UInt8]? { sheets.indices.contains(index) ? sheets[index] : nil }

    /// The evidence of limits that the frames of a scene's run exceeded; nil if there is none.
    func evidence(_ index: Int) -> RunEvidence? {
      evidence.indices.contains(index) ? evidence[index] : nil
    }
  }

  /// The maximum count of bytes of a page, however many runs it has, so that it loads quickly.
  package static var maximumByteCount: Int { 1 << 20 }

  /// The maximum count of bytes of each of a page's contact sheets, when it has so many; the rest
  /// is for the figures, which take more where many runs have tables and charts of their own.
  ///
  /// - Parameter hasEvidence: whether worst frames share the page.
  package static func pictureByteCount(of count: Int, hasEvidence: Bool = false) -> Int {
    let share = hasThumbnails(count) ? 0.3 : hasEvidence ? 0.33 : 0.6
    // Three quarters, since Base64 writes four bytes for three.
    return Int(Double(maximumByteCount) * share) / max(count, 1) * 3 / 4
  }

  /// The maximum count of bytes of each of so many worst frames with what belongs to it.
  package static func evidenceByteCount(of count: Int) -> Int {
    maximumByteCount / 3 / max(count, 1) * 3 / 4
  }

  /// Whether so many runs on a page leave room for thumbnails and plain charts only.
  package static func hasThumbnails(_ count: Int) -> Bool { count > 8 }

  /// The page, ending in a line break.
  ///
  /// Charts get coarser first, then pictures go, those of failures last, and of results that do not
  /// fit even so only the overview tells.
  ///
  /// - Parameters:
  ///   - results: What the page is about; at least one.
  ///   - pictures: What is shown of them.
  ///   - reference: Results to compare with.
  package static func text(
    _ results: ResultFile.Results, showing pictures: Pictures, against reference: Reference? = nil
  ) -> String {
    let maximum = max(90, FrameSeries.maximumCount / max(results.scenes.count, 1))
    let levels: [(chartCount: Int, detail: PictureDetail)] = [
      (maximum, .all), (60, .all), (40, .all), (40, .evidence), (30, .none),
    ]
    return HTMLRenderer.text(limit: maximumByteCount, levels: levels.count) { level in
      RunDocument(
        results: results, pictures: pictures, reference: reference,
        chartCount: min(levels[level].chartCount, maximum), detail: levels[level].detail
      ).document
    }
  }
}
