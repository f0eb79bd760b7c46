// The one import of an app's own runner: the command line as a function, the registry of scenes and
// models, and everything that scenes and models are written with.
@_exported import SimCommands
@_exported import SimFormats
@_exported import SimHarness
@_exported import SimbenchKit
