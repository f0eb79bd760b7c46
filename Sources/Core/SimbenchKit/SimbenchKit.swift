// What a scene of one's own needs, with one import: mathematics that gives the same bits
// everywhere, drawing, input, and the frame loop. Built-in scenes are in SimScenes, SimTracing and
// SimRingLight.
@_exported import SimInput
@_exported import SimMath
@_exported import SimRaster
@_exported import SimRuntime
@_exported import SimText
@_exported import SimWorld
