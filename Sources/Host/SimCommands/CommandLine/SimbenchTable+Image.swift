import SimFormats

extension SimbenchTable {
  static let imageDiff = CommandSpec(
    "image diff", "Show how two pictures differ.",
    discussion: [
      """
      Counts the pixels that differ and by how much, and measures what somebody sees who \
      switches between the two: FLIP and the distance in Oklab, and structural similarity. \
      Translucent pictures are laid over squares of two grays for what is seen. What a file says \
      of color and orientation (gAMA, cHRM, iCCP, cICP, eXIf) is not applied; what would change \
      the picture is named as ignored.
      """,
      """
      Where either file has 16 bits a sample, both are compared at 16 bits: maxDelta counts steps \
      of 65,535 then, not of 255, and a pixel differs from one of them on. What is seen is \
      measured at 8 bits. Comparing still pictures takes at most 16 bytes per pixel, or 24 with \
      16-bit files.
      """,
      """
      SSIM is that of luma, the encoded values weighted as Rec. 709 does (0.2126, 0.7152, \
      0.0722), in a Gaussian window of 11 by 11 pixels with a standard deviation of 1.5, at full \
      size. Figures of papers that take luma by Rec. 601 and halve large pictures first do not \
      compare; a difference of colors of one luma shows in Oklab, not here.
      """,
      """
      Animated PNG files are compared frame by frame, at 8 bits: which frames differ, since when \
      and for how long. The figures are those of the frame with the largest mean of FLIP. Of two \
      sizes the area that both have is compared, from the upper left corner.
      """,
      """
      A difference alone is no failure. With --limit, each limit is printed with what was \
      measured in the frame that is worst for it, and the exit code is 1 when one does not hold, \
      or when sizes, frame counts, delays or repetitions differ. Figures: maxDelta, pixels, \
      window8 (the most differing pixels in any 8 by 8), flip.mean, flip.p95, flip.p99, \
      flip.max, oklab.mean, oklab.max, ssim.
      """,
    ],
    arguments: [
      ArgumentSpec(
        "REFERENCE", .one, .file, "The picture to compare with, as PNG or animated PNG."),
      ArgumentSpec("TEST", .one, .file, "The picture to compare, as PNG or animated PNG."),
    ],
    options: [
      .value(
        "pixels-per-degree", "N", .hint("a number of pixels"),
        "Pixels in a degree of the visual field, for FLIP; default: 67.02, a desktop display."),
      .value("heatmap", "FILE", .file, "Write the map of FLIP as a picture."),
      .value(
        "limit", "LIMITS", .hint("limits"),
        "What is allowed in every frame, such as 'pixels=0-10;ssim>=0.99'; ends are included."),
      limitPixels("a picture"),
      html("both pictures, or animations as they play, and their difference"), htmlFolder,
      json("the difference"), confined, quiet,
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
    verdicts: [.budgetFailed], implementation: ImageDiffCommand.self)
}
