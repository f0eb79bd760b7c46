import SimImageAnalysis
import TestTier
import Testing

/// Goal: every measure of a difference has its published value, and none is blind.
///
/// Method: figures of the FLIP authors' evaluator and of an independent library's structural
/// similarity on pictures given by formulas; published color distances; planted faults of one
/// value, one pixel, one column and one channel.
@Suite struct ImageDifferenceTests {
  private struct Known {
    var name: String
    var pair: ImagePair
    /// Mean and maximum of FLIP at 67.02 pixels per degree, then at 30.
    var flip: [Float]
    var similarity: Float
    /// Mean and maximum in Oklab.
    var oklab: [Float]
  }

  private static var known: [Known] {
    typealias F = ImageFormulas
    let all = [
      Known(
        name: "identical", pair: F.pair(F.ramps, F.ramps), flip: [0, 0, 0, 0], similarity: 1,
        oklab: [0, 0]),
      Known(
        name: "red box", pair: F.pair(F.ramps, F.rampsWithBox),
        flip: [0.062306, 0.817878, 0.054041, 0.861450], similarity: 0.933160,
        oklab: [0.017114, 0.394839]),
      Known(
        name: "black and white", pair: F.pair(F.flat(0, 0, 0), F.flat(255, 255, 255)),
        flip: [0.967365, 0.967388, 0.967365, 0.967384], similarity: 0.0001, oklab: [1, 1]),
      Known(
        name: "green and blue", pair: F.pair(F.flat(0, 255, 0), F.flat(0, 0, 255)),
        flip: [1, 1, 1, 1], similarity: 0.200020, oklab: [1.0087, 1.0087]),
      Known(
        name: "two grays", pair: F.pair(F.flat(128, 128, 128), F.flat(129, 129, 129)),
        flip: [0.029862, 0.029863, 0.029864, 0.029865], similarity: 0.999970,
        oklab: [0.003890, 0.003890]),
      Known(
        name: "checkers", pair: F.pair(F.checkers(inverted: false), F.checkers(inverted: true)),
        flip: [0.181520, 0.933681, 0.874995, 0.967337], similarity: -0.996376, oklab: [1, 1]),
    ]
    return Tier.isDebug ? Array(all.prefix(3)) : all
  }

  @Test func publishedFigures() {
    for known in Self.known {
      for (index, degree) in [Float(67.0206), 30].enumerated() {
        let difference = ImageDifference(known.pair, pixelsPerDegree: degree)
        let flip = difference.flip.spread
        #expect(abs(flip.mean - known.flip[index * 2]) <= 1e-4, "\(known.name), \(degree)")
        #expect(abs(flip.maximum - known.flip[index * 2 + 1]) <= 3e-4, "\(known.name), \(degree)")
        #expect(abs(difference.oklab.mean - known.oklab[0]) <= 1e-5, "\(known.name)")
        #expect(abs(difference.oklab.maximum - known.oklab[1]) <= 1e-5, "\(known.name)")
        let similarity = difference.structuralSimilarity ?? .nan
        #expect(abs(similarity - known.similarity) <= 1e-5, "\(known.name)")
      }
    }
  }

  @Test func largestColorDifference() {
    #expect(abs(FLIPColor().largestDifference - 41.2761) <= 1e-3)
  }

  @Test func filterSizes() {
    let kernels = FLIPKernels(pixelsPerDegree: 67.0206)
    #expect(kernels.colorRadius == 10 && kernels.featureRadius == 9)
    for kernel in [kernels.achromatic, kernels.redGreen, kernels.smooth] {
      #expect(abs(kernel.reduce(0, +) - 1) <= 1e-5)
    }
    for kernel in [kernels.edge, kernels.point] {
      #expect(abs(kernel.reduce(0, +)) <= 1e-5)
      #expect(abs(kernel.map(abs).reduce(0, +) - 2) <= 1e-5)
    }
  }

  @Test func publishedColorDistances() {
    let oklab = OklabDifference()
    func distance(_ a: (UInt8, UInt8, UInt8), _ b: (UInt8, UInt8, UInt8)) -> Float {
      oklab.distance(
        oklab.color(red: a.0, green: a.1, blue: a.2), oklab.color(red: b.0, green: b.1, blue: b.2))
    }
    for (first, second, expected) in [
      ((0, 0, 0), (255, 255, 255), 1), ((0, 0, 0), (13, 13, 13), 0.065522),
      ((0, 0, 0), (23, 23, 23), 0.103224), ((41, 56, 157), (41, 56, 0), 0.323193),
      ((0, 254, 252), (94, 254, 252), 0.036042), ((128, 128, 128), (129, 129, 129), 0.003890),
    ] as [((UInt8, UInt8, UInt8), (UInt8, UInt8, UInt8), Float)] {
      #expect(abs(distance(first, second) - expected) <= 1e-5, "\(first) \(second)")
      #expect(distance(first, second) == distance(second, first))
    }
  }

  @Test func oneValueIsNoticedEverywhere() throws {
    let reference = ImageFormulas.ramps
    for (x, y) in [(0, 0), (63, 0), (0, 47), (63, 47), (30, 20)] {
      for channel in 0..<3 {
        var test = reference
        test[(y * 64 + x) * 4 + channel] ^= 1
        let pair = ImageFormulas.pair(reference, test)
        let exact = ExactDifference(pair)
        #expect(exact.pixels == 1 && exact.maximumDelta == 1 && exact.windowPixels == 1)
        #expect(exact.count(channel: UInt32(channel), delta: 1) == 1)
        let bounds = try #require(exact.bounds)
        #expect(bounds == .init(x: UInt32(x), y: UInt32(y), width: 1, height: 1))
        #expect(OklabDifference().compare(pair).spread.maximum > 0)
        #expect(try #require(StructuralSimilarity.mean(pair)) <= 1)
      }
    }
    var test = reference
    test[(20 * 64 + 30) * 4] ^= 1
    #expect(FLIP(ImageFormulas.pair(reference, test)).spread.maximum > 0)
  }

  /// Percentiles of the error include equal pixels.
  @Test(arguments: [(3, false, true), (8, true, true), (0, false, false)])
  func equalPixelsAreRanked(differing: Int, isIn95: Bool, isIn99: Bool) {
    let reference = [UInt8](repeating: 90, count: 10 * 10 * 4)
    var test = reference
    for pixel in 0..<differing { test[pixel * 13 * 4] = 190 }
    let spread = OklabDifference().compare(
      ImagePair(width: 10, height: 10, reference: reference, test: test)
    ).spread
    #expect((spread.p95 > 0.01) == isIn95 && (spread.p99 > 0.01) == isIn99, "\(spread)")
  }

  /// A step of one channel is seen in 8 bits and in 16, and counted in that channel alone.
  @Test(arguments: 0..<4 as Range<UInt32>) func everyChannelCountsAtEveryDepth(channel: UInt32) {
    let plain = [UInt8](repeating: 200, count: 3 * 2 * 4)
    var other = plain
    other[4 * 4 + Int(channel)] -= 1
    let deep = plain.map { UInt16($0) * 257 }
    var deepOther = deep
    deepOther[4 * 4 + Int(channel)] -= 1
    for exact in [
      ExactDifference(ImagePair(width: 3, height: 2, reference: plain, test: other)),
      ExactDifference(DeepImagePair(width: 3, height: 2, reference: deep, test: deepOther)),
    ] {
      #expect(exact.pixels == 1 && exact.maximumDelta == 1)
      #expect(exact.fullDelta == (exact.bits == 16 ? 65_535 : 255))
      #expect(exact.bounds == .init(x: 1, y: 1, width: 1, height: 1))
      for counted in 0..<4 as Range<UInt32> {
        #expect(exact.count(channel: counted, delta: 1) == (counted == channel ? 1 : 0))
        #expect(exact.count(channel: counted, delta: 0) == (counted == channel ? 5 : 6))
      }
    }
  }

  @Test func plantedFaultsRaiseEveryMeasure() {
    let reference = ImageFormulas.ramps
    let shifted = ImageFormulas.picture { x, y in (4 * x + 4, 5 * y, 2 * (x + y) + 2) }
    let swapped = ImageFormulas.picture { x, y in (5 * y, 4 * x, 2 * (x + y)) }
    for test in [shifted, swapped] {
      let difference = ImageDifference(ImageFormulas.pair(reference, test), pixelsPerDegree: 30)
      #expect(difference.exact.pixels > 2_000)
      #expect(difference.flip.spread.mean > 0.01 && difference.oklab.mean > 0.005)
      #expect((difference.structuralSimilarity ?? 1) < 0.9999)
    }
  }

  @Test func windowHoldsTheDensestSquare() {
    // A column of nine, a block of three by three, and one pixel alone.
    var test = ImageFormulas.flat(0, 0, 0)
    let reference = test
    var places: [(Int, Int)] = (10..<19).map { (5, $0) } + [(60, 40)]
    for y in 30..<33 { for x in 20..<23 { places.append((x, y)) } }
    for (x, y) in places { test[(y * 64 + x) * 4 + 1] = 9 }
    let exact = ExactDifference(ImageFormulas.pair(reference, test))
    #expect(exact.pixels == 19 && exact.windowPixels == 9)
    #expect(exact.bounds == .init(x: 5, y: 10, width: 56, height: 31))
    #expect(exact.count(channel: 1, delta: 9) == 19 && exact.count(channel: 1, delta: 0) == 3_053)
    // Eight columns or rows apart, two pixels lie in no square together, at the edges either.
    for (gap, count) in [(7, 2), (8, 1)] as [(Int, UInt64)] {
      for step in [gap * 4, gap * 64 * 4] {
        for (first, last) in [(0, step), (reference.count - 4 - step, reference.count - 4)] {
          var test = reference
          (test[first], test[last]) = (9, 9)
          #expect(ExactDifference(ImageFormulas.pair(reference, test)).windowPixels == count)
        }
      }
    }
    // The whole of a picture smaller than the window.
    let dot = ImagePair(width: 2, height: 1, reference: test, test: test, prefix: 8)
    #expect(ExactDifference(dot).windowPixels == 0)
  }

  @Test func alphaIsCountedAndSeen() {
    let reference = ImageFormulas.flat(48, 48, 48)
    var test = reference
    for place in stride(from: 3, to: test.count, by: 4) { test[place] = 128 }
    let difference = ImageDifference(
      ImageFormulas.pair(reference, test), pixelsPerDegree: 30)
    #expect(difference.exact.pixels == 3_072 && difference.exact.maximumDelta == 127)
    #expect(difference.exact.count(channel: 3, delta: 127) == 3_072)
    // Over one of the two grays nothing is to be seen, so half of the picture must show it.
    #expect(difference.oklab.mean > 0.05 && difference.flip.spread.mean > 0.05)
    #expect(difference.lightnessChange > 0.1)
  }

  @Test func smallPicturesHaveNoSimilarity() {
    let pixels = [UInt8](repeating: 255, count: 10 * 11 * 4)
    let pair = ImagePair(width: 10, height: 11, reference: pixels, test: pixels)
    let difference = ImageDifference(pair)
    #expect(difference.structuralSimilarity == nil)
    #expect(difference.flip.spread.maximum == 0)
  }

  @Test func heatMapColors() {
    let colors = HeatMap.rgb([0, 0.5, 1, 7, -1])
    #expect(Array(colors[0..<3]) == [0, 0, 4] && Array(colors[3..<6]) == [183, 55, 121])
    #expect(Array(colors[6..<9]) == [252, 253, 191])
    #expect(colors[9..<12].elementsEqual(colors[6..<9]))
    #expect(colors[12..<15].elementsEqual(colors[0..<3]))
  }
}

extension ImagePair {
  /// A small picture cut off the beginning of larger ones.
  fileprivate init(
    width: UInt32, height: UInt32, reference: [UInt8], test: [UInt8], prefix: Int
  ) {
    self.init(
      width: width, height: height, reference: Array(reference.prefix(prefix)),
      test: Array(test.prefix(prefix)))
  }
}
