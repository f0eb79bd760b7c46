import Foundation
import SimKernels

exit(runKernels(arguments: ["benchmark"] + CommandLine.arguments.dropFirst()))
