// The one import of an app's tests, besides its own library: expectations, the calls of `Simbench`,
// and everything that scenes and models are written with.
@_exported import SimFormats
@_exported import SimHarness
@_exported import SimbenchKit
