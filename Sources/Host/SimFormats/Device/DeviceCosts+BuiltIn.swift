extension DeviceCosts {
  /// The costs of a built-in device class: the reference machine's, by public scores of one core.
  ///
  /// The score of the reference machine's processor, 2,893, and that of the M1, 3,880, are of one
  /// program (PassMark, one thread); the other classes stand to the M1 as in another one
  /// (Geekbench, one core). Scores carry over to a single program only roughly, and the
  /// reference machine was shared: hence a frame may take half as long again.
  static func builtIn(_ core: CoreScore) -> DeviceCosts {
    let speed = ((core.score / CoreScore.m1.score) * (3880 / 2893) * 1000).rounded() / 1000
    return DeviceCosts(
      speed: speed, source: "estimate: \(core.source); \(chain)", uncertainty: 0.5)
  }

  /// How every class is tied to the reference machine.
  private static var chain: String {
    "M1 Pro 3,880 in PassMark, "
      + "https://hothardware.com/news/intel-single-threaded-performance-from-apple, "
      + "EPYC 9654 2,893, https://fanaticosdelhardware.com/"
      + "amd-epyc-9654-superior-ryzen-threadripper-pro-5995wx-en-casi-un-30-en-passmark"
  }
}

/// How fast one core of a processor is, by a public score, and where that was published.
struct CoreScore {
  /// The score in Geekbench 5.
  let score: Double
  /// The figure as published, and where.
  let source: String
}

extension CoreScore {
  static var a13: CoreScore {
    CoreScore(
      score: 1327,
      source: "A13 1,327 in Geekbench 5, https://softantenna.com/blog/iphone-12-pro-benchmark")
  }

  static var a14: CoreScore {
    CoreScore(
      score: 1575,
      source: "A14 1,575 in Geekbench 5, "
        + "https://ithinkdiff.com/iphone-13-pro-benchmarks-a15-faster-a14")
  }

  static var a15: CoreScore {
    CoreScore(
      score: 1695,
      source: "A15 1,695 in Geekbench 5, https://www.omocha-bako.jp/smartphone-news/7580")
  }

  static var a17Pro: CoreScore {
    CoreScore(score: 2155, source: "A17 Pro 2,890 in Geekbench 6, \(scoresOf2023)")
  }

  static var m1: CoreScore {
    CoreScore(
      score: 1711,
      source: "M1 1,711 in Geekbench 5, https://appleinsider.com/articles/22/03/14/"
        + "ipad-air-5-benchmarks-show-identical-performance-to-11-inch-ipad-pro")
  }

  static var m2: CoreScore {
    CoreScore(score: 1857, source: "M2 2,491 in Geekbench 6, \(scoresOf2023)")
  }

  /// The Geekbench 6 scores of the A17 Pro, the M2 and the A16, by which they are converted.
  private static var scoresOf2023: String {
    "https://www.tomsguide.com/news/"
      + "iphone-15-pro-benchmarks-leak-heres-how-powerful-the-a17-pro-chip-is, "
      + "A16 2,520 there and 1,879 in Geekbench 5, "
      + "https://thegadgetscafe.in/2022/09/performance-of-apple-a16-bionic-is.html"
  }
}
