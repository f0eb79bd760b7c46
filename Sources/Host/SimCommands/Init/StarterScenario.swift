/// The scenario that `init` writes.
enum StarterScenario {
  /// Its JSON; runs as it is.
  static func text(name: String) -> String {
    """
    {
      "name": "\(name)",
      "scene": "snowglobe",
      "parameters": { "flakes": 600 },
      "device": "iphone-12",
      "seed": 1,
      "frames": 3600,
      "input": {
        "generators": [
          { "kind": "shake", "eventsPerMinute": 6 },
          { "kind": "tap", "eventsPerMinute": 12 },
          { "kind": "drag", "eventsPerMinute": 6 }
        ]
      },
      "load": { "flakes": 600 },
      "budgets": [
        { "id": "BV-SNOW", "measure": "population.flakes.max", "atMost": 600 },
        { "id": "BV-ALLOC", "measure": "allocations.steadyMaxPerFrame", "atMost": 0 },
        { "id": "BV-FPS", "measure": "timing.frame.p99", "atMost": "frame-interval" }
      ]
    }

    """
  }
}
