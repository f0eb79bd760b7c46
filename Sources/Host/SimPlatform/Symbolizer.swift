internal import CPlatform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Finds the functions that contain addresses of this process.
package struct Symbolizer {
  /// A function of this process.
  package struct Location: Equatable {
    /// The demangled name of the function, or the file and the offset in it if there is no symbol.
    package var function: String
    /// The name of the file from which it was loaded, without folders.
    package var file: String
    /// The address in this process's executable, as in its debug information; nil for other files.
    package var ownAddress: UInt64?
  }

  /// A loaded file with its functions.
  private struct Image {
    var file: ELFFile?
    var functions: [ELFFile.Function] = []
  }

  private var images: [UInt: Image] = [:]
  private let ownBase: UInt

  /// Makes a symbolizer; files are read when needed.
  package init() {
    var found = simbench_location()
    ownBase = simbench_locate(#dsohandle, &found) ? UInt(bitPattern: found.base) : 0
  }

  /// The function that contains the call before a return address.
  package mutating func location(ofReturnAddress address: UInt) -> Location {
    // The address after a call that never returns may belong to the next function.
    let inside = address &- 1
    var found = simbench_location()
    guard simbench_locate(UnsafeRawPointer(bitPattern: inside), &found) else {
      return Location(function: "unknown", file: "unknown")
    }
    let base = UInt(bitPattern: found.base)
    let name = String(cString: found.file)
    let file = name.split(separator: "/").last.map { String($0) } ?? name
    let symbol =
      symbol(at: inside, base: base, path: name) ?? found.symbol.map { String(cString: $0) }
    let offset = "\(file) + 0x\(String(inside &- base, radix: 16))"
    let isRelocatable = images[base]?.file?.isRelocatable ?? true
    return Location(
      function: symbol.map { Self.demangled($0) } ?? offset, file: file,
      ownAddress: base == ownBase ? UInt64(isRelocatable ? inside &- base : inside) : nil)
  }

  private mutating func symbol(at address: UInt, base: UInt, path: String) -> String? {
    // Unreadable files are kept as empty, so that they are not read for every address.
    if images[base] == nil { images[base] = Self.image(base == ownBase ? nil : path) }
    guard let image = images[base], let file = image.file else { return nil }
    let wanted = UInt64(file.isRelocatable ? address &- base : address)
    var (low, high) = (0, image.functions.count)
    while low < high {
      let middle = (low + high) / 2
      if image.functions[middle].address <= wanted { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let function = image.functions[low - 1]
    guard wanted < function.address + max(function.byteCount, 1) else { return nil }
    return file.name(function)
  }

  /// - Parameter path: Nil for the executable itself, which may have been started by another name.
  private static func image(_ path: String?) -> Image {
    guard let path = path ?? Environment.executablePath,
      let bytes = try? FileStore.read(path, limitByteCount: 1 << 30, isInput: false),
      let file = ELFFile(bytes)
    else { return Image() }
    return Image(file: file, functions: file.functions())
  }

  /// The source name of a symbol; the symbol itself if it is not a Swift symbol.
  package static func demangled(_ symbol: String) -> String {
    guard let text = swift_demangle(symbol, symbol.utf8.count, nil, nil, 0) else { return symbol }
    defer { free(text) }
    return String(cString: text)
  }
}
