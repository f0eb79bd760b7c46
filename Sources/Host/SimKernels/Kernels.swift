/// Every kernel: its name, what prepares it, and what peers' programs have to match.
///
/// The prepared closure does the work once. Each call does the next piece of work: another frame,
/// another step. The data for peers is nil for kernels that they do not have. It is text for
/// `peer-bodies-second`, and otherwise a frame of 1170 by 2532 pixels of 4 bytes: red, green, blue,
/// alpha.
public func kernels() -> [(
  name: String, prepare: () -> () -> Void, peerData: (() -> [UInt8])?
)] {
  Kernel.all.map { kernel in
    func prepare() -> () -> Void {
      let work = kernel.make()
      return { work.run() }
    }
    return (kernel.name, prepare, kernel.peerData)
  }
}
