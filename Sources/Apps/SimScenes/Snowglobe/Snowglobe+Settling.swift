import SimbenchKit

/// Landing, settling and piling up of flakes.
///
/// Method: the height of snow is stored per column. A flake adds its area to its column, and passes
/// of a (1, 2, 1) filter let heaps slump. A flake interacts only with the two nearest columns, so
/// settling costs O(flakes + columns), where stacked flakes would need pairs.
extension Snowglobe {
  /// Lands flakes that reach the snow, and moves settled flakes with it.
  mutating func restFlakes() {
    let stirring = agitation * drive
    let highest = snowSurface.reduce(globe.maxY) { min($0, $1) } - Tuning.maximumRadiusPoints
    for index in flakes.x.indices {
      if flakes.isSettled[index] == 1 {
        slide(index)
      } else if flakes.y[index] >= highest {
        land(index, stirring: stirring)
      }
    }
    movingCount = Self.countFaster(
      than: 0.5 / stepSeconds, flakes.velocityX.span, flakes.velocityY.span)
  }

  private static func countFaster(
    than speed: Float, _ velocityX: Span<Float>, _ velocityY: Span<Float>
  ) -> UInt32 {
    precondition(velocityX.count == velocityY.count)
    var count: UInt32 = 0
    for index in velocityX.indices {
      let (x, y) = (velocityX[index], velocityY[index])
      count &+= x * x + y * y > speed * speed ? 1 : 0
    }
    return count
  }

  /// Keeps a flake above the snow; in quiet liquid it settles there.
  private mutating func land(_ index: Int, stirring: Float) {
    let rest = snow(atX: flakes.x[index]).y - flakes.radius[index] * 0.5
    guard flakes.y[index] >= rest else { return }
    // Snow that rises around a slow flake lifts it by at most one point per frame, without jumps.
    let raised = Vector2(flakes.x[index], max(rest, flakes.y[index] - 1))
    let position = globe.aboveGround(raised, radius: flakes.radius[index])
    flakes.x[index] = position.x
    flakes.y[index] = position.y
    flakes.velocityY[index] = min(flakes.velocityY[index], 0)
    guard stirring <= flakes.liftThreshold[index] else { return }
    flakes.isSettled[index] = 1
    flakes.velocityX[index] = 0
    flakes.velocityY[index] = 0
  }

  /// Slides a settled flake down steep snow, and lowers it if the snow below it disappears.
  private mutating func slide(_ index: Int) {
    let (surface, slope) = snow(atX: flakes.x[index])
    var position = Vector2(flakes.x[index], flakes.y[index])
    let steepness = min(abs(slope) - Tuning.reposeSlope, 1)
    if steepness > 0 {
      let speed = steepness * Tuning.slidePointsPerSecond
      position.x += (slope > 0 ? speed : -speed) * stepSeconds
    }
    let gap = surface - flakes.radius[index] * 0.5 - position.y
    if gap > Tuning.unsupportedPoints {
      flakes.isSettled[index] = 0
    } else if gap > 0 {
      position.y += min(gap, Tuning.sinkPointsPerSecond * stepSeconds)
    }
    position = globe.aboveGround(position, radius: flakes.radius[index])
    flakes.x[index] = position.x
    flakes.y[index] = position.y
  }

  /// The vertical position of the snow at a column and its slope, interpolated between column
  /// centers.
  package func snow(atX x: Float) -> (y: Float, slope: Float) {
    let columns = Float(Tuning.columnCount)
    let perPoint = columns / (globe.maxX - globe.minX)
    let position = ((x - globe.minX) * perPoint - 0.5).clamped(0, columns - 1.001)
    let column = Int(position)
    let rise = snowSurface[column + 1] - snowSurface[column]
    return (snowSurface[column] + rise * (position - Float(column)), rise * perPoint)
  }

  /// Computes the height of settled flakes per column, smoothed as snow slumps.
  mutating func pileSnow() {
    let columns = Tuning.columnCount
    let perPoint = Float(columns) / (globe.maxX - globe.minX)
    let seen = adaptive.seen
    var isBare = true
    for column in 0..<columns { snowHeight[column] = 0 }
    for index in flakes.x.indices where flakes.isSettled[index] == 1 {
      let position = (flakes.x[index] - globe.minX) * perPoint
      let column = min(max(Int(position), 0), columns - 1)
      let radius = flakes.radius[index]
      let height = 3.1415927 * radius * radius * Tuning.packing * perPoint
      // Hidden flakes raise nothing; otherwise the visible ones would appear to float.
      snowHeight[column] += height * seen.presence(of: index)
      isBare = false
    }
    if !isBare {
      for _ in 0..<Tuning.slumpPasses { smoothSnow() }
    }
    surfaceSnow()
  }

  /// One pass of a (1, 2, 1) / 4 filter; the ends preserve the volume.
  private mutating func smoothSnow() {
    var left = snowHeight[0]
    for column in 0..<Tuning.columnCount {
      let here = snowHeight[column]
      let right = column + 1 < Tuning.columnCount ? snowHeight[column + 1] : here
      snowHeight[column] = (left + here + here + right) * 0.25
      left = here
    }
  }

  /// Computes the snow's surface from its height above the ground.
  package mutating func surfaceSnow() {
    let width = (globe.maxX - globe.minX) / Float(Tuning.columnCount)
    for column in 0..<Tuning.columnCount {
      let x = globe.minX + (Float(column) + 0.5) * width
      snowSurface[column] = globe.groundY(atX: x) - snowHeight[column]
    }
  }
}
