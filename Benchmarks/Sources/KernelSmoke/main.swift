import Foundation
import SimKernels

exit(runKernels(arguments: ["record"] + CommandLine.arguments.dropFirst()))
