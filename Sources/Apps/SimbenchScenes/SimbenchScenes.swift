// The one import for apps that show a built-in scene: the seven scenes, letter tracing and the ring
// light. Scenes of an app's own need SimbenchKit alone.
@_exported import SimRingLight
@_exported import SimScenes
@_exported import SimTracing
