import Formats

extension SimbenchTable {
  static let imageDiff = CommandSpec(
    "image diff", "Show how two pictures differ.",
    discussion: [
      """
      Counts the pixels that differ and by how much, and measures what somebody sees who \
      switches between the two: FLIP and the distance in Oklab, and structural similarity. \
      Translucent pictures are laid over squares of two grays for what is seen.
      """,
      """
      A difference alone is no failure. With --limit, each limit is printed with what was \
      measured, and the exit code is 1 when one does not hold. Figures: maxDiff, pixels, \
      window8 (the most differing pixels in any 8 by 8), flip.mean, flip.p95, flip.p99, \
      flip.max, oklab.mean, oklab.max, ssim.
      """,
    ],
    arguments: [
      ArgumentSpec("REFERENCE", .one, .file, "The picture to compare with, as PNG."),
      ArgumentSpec("TEST", .one, .file, "The picture to compare, as PNG of the same size."),
    ],
    options: [
      .value(
        "pixels-per-degree", "N", .hint("a number of pixels"),
        "Pixels in a degree of the visual field, for FLIP; default: 67.02, a desktop display."),
      .value("heatmap", "FILE", .file, "Write the map of FLIP as a picture."),
      .value(
        "limit", "LIMITS", .hint("limits"),
        "What is allowed, such as 'pixels=0-10;ssim>=0.99'; ends are included."),
      limitPixels("a picture"), json("the difference"), confined, quiet,
    ],
    limits: Limits.ofImages,
    examples: [
      CommandExample(
        "simbench image diff old.png new.png --heatmap difference.png",
        "Say how two pictures differ, and draw where."),
      CommandExample(
        "simbench image diff old.png new.png --pixels-per-degree 33 --limit 'flip.p99<=0.1'",
        "Fail when more than 1 % of the pixels are seen to differ on a phone."),
    ],
    listsExitCodes: true)
}
