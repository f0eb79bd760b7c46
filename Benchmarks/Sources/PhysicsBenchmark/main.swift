import Foundation
import SimKernels

exit(runKernels(arguments: ["physics"] + CommandLine.arguments.dropFirst()))
