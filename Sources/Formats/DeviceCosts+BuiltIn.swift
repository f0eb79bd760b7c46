extension DeviceCosts {
  /// The costs of a built-in device class: the reference machine's, by public scores of one core.
  ///
  /// The score of the reference machine's processor, 2,893, and that of the M1, 3,880, are of one
  /// program (PassMark, one thread); the other classes stand to the M1 as in another one
  /// (Geekbench, one core). Scores carry over to a single program only roughly, and the
  /// reference machine was shared: hence a frame may take half as long again.
  static func builtIn(_ name: String) -> DeviceCosts {
    let (score, source) = score(of: name)
    let speed = ((score / 1711) * (3880 / 2893) * 1000).rounded() / 1000
    var costs = DeviceCosts(
      origin: .estimated(speed: speed), source: "estimate: \(source); \(chain)",
      uncertainty: 0.5)
    costs.sustained = [
      Sustained(afterSeconds: 120, speed: 0.9), Sustained(afterSeconds: 1200, speed: 0.67),
    ]
    costs.sustainedSource = sustainedText
    return costs
  }

  /// How every class is tied to the reference machine.
  private static var chain: String {
    "M1 Pro 3,880 in PassMark, "
      + "https://hothardware.com/news/intel-single-threaded-performance-from-apple, "
      + "EPYC 9654 2,893, https://fanaticosdelhardware.com/"
      + "amd-epyc-9654-superior-ryzen-threadripper-pro-5995wx-en-casi-un-30-en-passmark"
  }

  private static var sustainedText: String {
    "estimate: a hot iPhone 15 Pro Max fell from about 45 to 30 frames a second, "
      + "https://www.notebookcheck.net/Severe-Apple-iPhone-15-Pro-Max-thermal-throttling-"
      + "reported-as-A17-Pro-appears-to-push-surface-temperatures-to-48-C-during-gaming"
      + ".753143.0.html; taken for every class"
  }

  /// The Geekbench 6 scores of the A17 Pro, the M2 and the A16, by which they are converted.
  private static var scoresOf2023: String {
    "https://www.tomsguide.com/news/"
      + "iphone-15-pro-benchmarks-leak-heres-how-powerful-the-a17-pro-chip-is, "
      + "A16 2,520 there and 1,879 in Geekbench 5, "
      + "https://thegadgetscafe.in/2022/09/performance-of-apple-a16-bionic-is.html"
  }

  /// Geekbench 5 scores of one core, and where they were published.
  private static func score(of name: String) -> (score: Double, source: String) {
    switch name {
    case "iphone-se-2", "ipad-9":
      return (
        1327, "A13 1,327 in Geekbench 5, https://softantenna.com/blog/iphone-12-pro-benchmark"
      )
    case "iphone-12":
      return (
        1575,
        "A14 1,575 in Geekbench 5, https://ithinkdiff.com/iphone-13-pro-benchmarks-a15-faster-a14"
      )
    case "iphone-se-3":
      return (
        1695, "A15 1,695 in Geekbench 5, https://www.omocha-bako.jp/smartphone-news/7580"
      )
    case "iphone-15-pro":
      return (2155, "A17 Pro 2,890 in Geekbench 6, \(scoresOf2023)")
    case "ipad-pro-12-9-m2":
      return (1857, "M2 2,491 in Geekbench 6, \(scoresOf2023)")
    default:
      return (
        1711,
        "M1 1,711 in Geekbench 5, https://appleinsider.com/articles/22/03/14/"
          + "ipad-air-5-benchmarks-show-identical-performance-to-11-inch-ipad-pro"
      )
    }
  }
}
