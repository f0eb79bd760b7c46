import SimFormats

extension SimbenchTable {
  static let imageDiff = CommandSpec(
    "image diff", "Compare two PNG files, exactly and perceptually.",
    discussion: [
      """
      Counts different pixels and their largest difference. Also measures what a viewer perceives \
      when switching between both images: FLIP, the distance in Oklab, and structural similarity \
      (SSIM). For these, translucent images are composited over squares of two grays. Color and \
      orientation chunks (gAMA, cHRM, iCCP, cICP, eXIf) are not applied; those that would change \
      the image are named as ignored.
      """,
      """
      If either file has 16 bits per sample, both are compared at 16 bits. Then maxDelta counts \
      steps of 65,535 instead of 255, and one step makes a pixel different. Perceptual metrics are \
      computed at 8 bits. Comparing still images takes at most 16 bytes per pixel, or 24 with \
      16-bit files.
      """,
      """
      SSIM is that of luma, the encoded values weighted by Rec. 709 (0.2126, 0.7152, 0.0722). It \
      uses a Gaussian window of 11 by 11 pixels with a standard deviation of 1.5, at full size. It \
      is not comparable with published values that use luma by Rec. 601 and halve large images \
      first. Different colors of equal luma change Oklab, but not SSIM.
      """,
      """
      Animated PNG files are compared frame by frame, at 8 bits. The report names the different \
      frames, when they start and how long they last. Metrics are those of the frame with the \
      largest mean of FLIP. If sizes differ, the common area is compared, from the upper left \
      corner.
      """,
      """
      A difference alone does not fail. With --limit, each limit is printed with the value of the \
      worst frame for it. The exit code is 1 if a limit is exceeded, or if sizes, frame counts, \
      delays or repetitions differ. Metrics: maxDelta, pixels, window8 (most different pixels in \
      any 8 by 8), flip.mean, flip.p95, flip.p99, flip.max, oklab.mean, oklab.max, ssim.
      """,
    ],
    arguments: [
      ArgumentSpec(
        "REFERENCE", .one, .file, "The reference image, a PNG or animated PNG."),
      ArgumentSpec("TEST", .one, .file, "The image to compare, a PNG or animated PNG."),
    ],
    options: [
      .value(
        "pixels-per-degree", "N", .hint("a number of pixels"),
        "Pixels per degree of the visual field, for FLIP; default: 67.02, a desktop display."),
      .value("heatmap", "FILE", .file, "Write the FLIP map as a PNG file."),
      .value(
        "limit", "LIMITS", .hint("limits"),
        "Limits for every frame, such as 'pixels=0-10;ssim>=0.99'; both ends are included."),
      limitPixels("an image"),
      html("both images, or animations as they play, and their difference"), htmlFolder,
      json("the difference"), confined, quiet,
    ],
    limits: Limits.ofImages,
    examples: [
      CommandExample(
        "simbench image diff old.png new.png --heatmap difference.png",
        "Report how two images differ and write a map of where."),
      CommandExample(
        "simbench image diff old.png new.png --pixels-per-degree 33 --limit 'flip.p99<=0.1'",
        "Fail if more than 1 % of the pixels look different on a phone."),
    ],
    verdicts: [.budgetFailed], implementation: ImageDiffCommand.self)
}
