import SimMath
import SimRaster

/// A drawing that changes from frame to frame, and the product's list with it.
///
/// The list is told of changes as a scene would: frames anew, layers by appending, resources as
/// they come. The drawing says what the list must show.
struct Animation: ~Copyable {
  static var largestSide: Int32 { 112 }

  /// What the last step did.
  enum Change: CaseIterable {
    case nothing, add, remove, replace, move, nudge, recolor, reorder, clear, appendToLayer
    case startLayerAgain, resize, addResource, invalidate
  }

  private(set) var drawing: Drawing
  private(set) var list: DisplayList
  private(set) var change = Change.nothing
  /// Whether the last step left an item where it was but in another group.
  private(set) var hasRegrouped = false
  private var random: TestRandom
  /// Frame items before groups are balanced, so that a removed end does not lose its group.
  private var items: [Item] = []

  init(seed: UInt64) {
    random = TestRandom(seed)
    drawing = Drawing(width: 97, height: 83)
    random.addResources(to: &drawing)
    drawing.layers = [[], []]
    list = drawing.makeList(capacity: 1024)
    items = random.frameItems(in: drawing)
  }

  /// Makes one to three changes and records the frame.
  mutating func step() {
    // A layer cannot open inside groups that the frame before left open.
    list.removeAll()
    for _ in 0..<1 + (random.below(4) == 0 ? 2 : 0) {
      change = Self.chosen(random.below(100))
      apply()
    }
    while items.count < 4 { items.append(random.frameItem(in: drawing)) }
    if items.count > 22 { items.removeFirst(8) }
    let before = drawing.items
    drawing.items = Drawing.balanced(items)
    hasRegrouped = Self.regroups(from: before, to: drawing.items)
    drawing.recordFrame(in: &list)
  }

  /// Whether an item that is at the same place of both frames has other groups around it.
  private static func regroups(from before: [Item], to after: [Item]) -> Bool {
    var (groupsBefore, groupsAfter): ([Int], [Int]) = ([], [])
    for index in 0..<min(before.count, after.count) {
      if before[index] == after[index] && groupsBefore != groupsAfter { return true }
      follow(before[index], index, &groupsBefore)
      follow(after[index], index, &groupsAfter)
    }
    return false
  }

  private static func follow(_ item: Item, _ index: Int, _ groups: inout [Int]) {
    if item.kind == .beginGroup { groups.append(index) }
    if item.kind == .endGroup { groups.removeLast() }
  }

  /// Small changes are the most frequent.
  private static func chosen(_ number: Int) -> Change {
    switch number {
    case 0..<6: .nothing
    case 6..<20: .add
    case 20..<30: .remove
    case 30..<40: .replace
    case 40..<56: .move
    case 56..<68: .nudge
    case 68..<74: .recolor
    case 74..<79: .reorder
    case 79..<81: .clear
    case 81..<91: .appendToLayer
    case 91..<93: .startLayerAgain
    case 93..<96: .resize
    case 96..<99: .addResource
    default: .invalidate
    }
  }

  private mutating func apply() {
    let index = random.below(max(items.count, 1))
    switch change {
    case .nothing, .invalidate: break
    case .add: items.insert(random.frameItem(in: drawing), at: random.below(items.count + 1))
    case .clear: items = []
    case .appendToLayer, .startLayerAgain: changeLayer()
    case .resize: resize()
    case .addResource: addResource()
    case _ where items.isEmpty: change = .nothing
    case .remove: items.remove(at: index)
    case .replace: items[index] = random.frameItem(in: drawing)
    case .move:
      items[index] = items[index].moved(
        by: Vector2(random.number(-60, 60), random.number(-60, 60)))
    case .nudge:
      items[index] = items[index].moved(by: Vector2(random.number(-1, 1), random.number(-1, 1)))
    case .recolor:
      items[index].color = random.color()
      items[index].blend = random.blend()
      items[index].opacity = random.level()
    case .reorder: items.swapAt(index, random.below(items.count))
    }
  }

  private mutating func changeLayer() {
    let layer = random.below(2)
    // A layer that grows too long starts again.
    if change == .startLayerAgain || drawing.layers[layer].count > 60 {
      list.clearLayer(Handles.layers[layer])
      drawing.layers[layer] = []
    }
    let added = random.layerItems(in: drawing)
    Drawing.append(added, toLayer: layer, of: &list)
    drawing.layers[layer] += added
  }

  private mutating func resize() {
    let (width, height) = (drawing.width, drawing.height)
    switch random.below(4) {
    case 0: (drawing.width, drawing.height) = (height, width)
    case 1: break
    default:
      drawing.width = Int32(random.below(Int(Self.largestSide))) + 1
      drawing.height = Int32(random.below(Int(Self.largestSide))) + 1
    }
    if random.below(3) == 0 { drawing.scale = random.scale() }
    list.resize(
      pixelWidth: drawing.width, pixelHeight: drawing.height, scale: drawing.scale)
    // Layers are emptied, even when the size stays.
    drawing.layers = [[], []]
    if random.below(2) == 0 {
      change = .appendToLayer
      changeLayer()
      change = .resize
    }
  }

  private mutating func addResource() {
    guard drawing.gradients.count + drawing.masks.count + drawing.pictures.count < 16
    else { return }
    switch random.below(3) {
    case 0:
      drawing.gradients.append(random.gradient())
      Drawing.register(drawing.gradients[drawing.gradients.count - 1], in: &list)
    case 1:
      drawing.masks.append(random.mask())
      Drawing.register(drawing.masks[drawing.masks.count - 1], in: &list)
    default:
      drawing.pictures.append(random.picture())
      Drawing.register(drawing.pictures[drawing.pictures.count - 1], in: &list)
    }
  }
}
