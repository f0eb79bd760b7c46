/// Filters one image for LDR-FLIP, row by row.
///
/// Rows are filtered horizontally on input and vertically on output; only as many rows are kept as
/// the filters need.
///
/// Each tap is applied to a whole row at a time: pixels are independent, so the compiler vectorizes
/// the loop of one product and one sum. The two loops use unsafe buffers that are checked once per
/// tap.
struct FLIPRows {
  /// The number of values per pixel after both directions.
  static var outputCount: Int { 7 }
  /// The number of values per pixel after the first direction: lightness, red to green, blue to
  /// yellow twice, and the smoothed lightness with its edges and points.
  private static var ringChannelCount: Int { 7 }

  private let kernels: FLIPKernels
  private let color: FLIPColor
  private let width: Int
  private let height: Int
  private let radius: Int
  private let slotCount: Int
  private var ring: [Float]
  /// Lightness, two opponent colors, and lightness from 0 to 1 of the input row, with the end
  /// pixels repeated.
  private var padded: [Float]
  /// The opaque input row.
  private var incoming: [UInt8]
  private var nextRow = 0

  init(kernels: FLIPKernels, color: FLIPColor, width: Int, height: Int) {
    self.kernels = kernels
    self.color = color
    self.width = width
    self.height = height
    radius = max(kernels.colorRadius, kernels.featureRadius)
    slotCount = min(2 * radius + 1, height)
    ring = [Float](repeating: 0, count: slotCount * Self.ringChannelCount * width)
    incoming = [UInt8](repeating: 0, count: 4 * width)
    padded = [Float](repeating: 0, count: 4 * (width + 2 * radius))
  }

  /// Filters row `y` into `output`: three colors, then edges and points in both directions, with
  /// `width` values each.
  mutating func filter(
    row y: Int, of pixels: [UInt8], in pair: ImagePair, into output: inout [Float]
  ) {
    while nextRow <= min(y + radius, height - 1) {
      pair.copyOpaqueRow(nextRow, of: pixels, into: &incoming)
      takeRow()
    }
    for index in output.indices { output[index] = 0 }
    let passes: [(ring: Int, kernel: [Float], output: Int)] = [
      (0, kernels.achromatic, 0), (1, kernels.redGreen, 1),
      (2, kernels.mixedBlueYellow.narrow, 2), (3, kernels.mixedBlueYellow.wide, 2),
      (5, kernels.smooth, 3), (4, kernels.edge, 4), (6, kernels.smooth, 5), (4, kernels.point, 6),
    ]
    let (width, slotCount, lastRow) = (width, slotCount, height - 1)
    unsafe output.withUnsafeMutableBufferPointer { output in
      unsafe ring.withUnsafeBufferPointer { ring in
        for pass in passes {
          let target = unsafe UnsafeMutableBufferPointer(
            rebasing: output[(pass.output * width)..<((pass.output + 1) * width)])
          let reach = pass.kernel.count / 2
          for (tap, weight) in pass.kernel.enumerated() {
            let row = min(max(y + tap - reach, 0), lastRow)
            let start = (row % slotCount * Self.ringChannelCount + pass.ring) * width
            unsafe Self.accumulate(ring, from: start, times: weight, into: target)
          }
        }
      }
    }
  }

  private mutating func takeRow() {
    let stride = width + 2 * radius
    for x in 0..<stride {
      let column = min(max(x - radius, 0), width - 1)
      let offset = column * 4
      let value = color.opponent(
        red: incoming[offset], green: incoming[offset + 1], blue: incoming[offset + 2])
      padded[x] = value.x
      padded[stride + x] = value.y
      padded[2 * stride + x] = value.z
      padded[3 * stride + x] = (value.x + 16) / 116
    }
    let passes: [(source: Int, kernel: [Float])] = [
      (0, kernels.achromatic), (1, kernels.redGreen), (2, kernels.blueYellow.narrow),
      (2, kernels.blueYellow.wide), (3, kernels.smooth), (3, kernels.edge), (3, kernels.point),
    ]
    let (width, radius) = (width, radius)
    let slot = nextRow % slotCount * Self.ringChannelCount * width
    unsafe ring.withUnsafeMutableBufferPointer { ring in
      unsafe padded.withUnsafeBufferPointer { padded in
        for (channel, pass) in passes.enumerated() {
          let start = slot + channel * width
          let target = unsafe UnsafeMutableBufferPointer(rebasing: ring[start..<(start + width)])
          unsafe target.update(repeating: 0)
          let first = pass.source * stride + radius - pass.kernel.count / 2
          for (tap, weight) in pass.kernel.enumerated() {
            unsafe Self.accumulate(padded, from: first + tap, times: weight, into: target)
          }
        }
      }
    }
    nextRow += 1
  }

  /// Adds a weighted run of values; pixels are independent, so the loop vectorizes.
  @inline(__always)
  private static func accumulate(
    _ source: UnsafeBufferPointer<Float>, from start: Int, times weight: Float,
    into target: UnsafeMutableBufferPointer<Float>
  ) {
    precondition(start >= 0 && start + target.count <= source.count, "values outside the row")
    guard let from = source.baseAddress, let to = target.baseAddress else { return }
    for index in 0..<target.count {
      unsafe to[index] += weight * from[start &+ index]
    }
  }
}
