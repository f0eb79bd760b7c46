import Foundation
import SimKernels

// Writes what peers have to match, one file per kernel: peer-data FOLDER NAME...
let folder = URL(filePath: CommandLine.arguments[1])
let names = CommandLine.arguments.dropFirst(2)
for kernel in kernels() where names.contains(kernel.name) {
  guard let data = kernel.peerData else { continue }
  try Data(data()).write(to: folder.appending(path: kernel.name))
}
