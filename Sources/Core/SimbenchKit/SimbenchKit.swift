// The one import for authors of scenes and models: mathematics with identical bits on every target,
// drawing, input, the frame loop and the simulated world. Built-in scenes are in SimScenes,
// SimTracing and SimRingLight.
@_exported import SimInput
@_exported import SimMath
@_exported import SimRaster
@_exported import SimRuntime
@_exported import SimText
@_exported import SimWorld
