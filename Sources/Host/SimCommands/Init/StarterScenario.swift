/// The scenarios that `init` writes.
enum StarterScenario {
  /// JSON of a scenario without a package, ready to run.
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
        { "id": "BV-SNOW", "metric": "population.flakes.max", "atMost": 600 },
        { "id": "BV-ALLOC", "metric": "allocations.steadyMaxPerFrame", "atMost": 0 },
        { "id": "BV-FPS", "metric": "timing.frame.p99", "atMost": "frame-interval" }
      ]
    }

    """
  }

  /// JSON of a scenario in a package with a model, with its bug or without.
  static func model(name: String, hasBug: Bool) -> String {
    """
    {
      "model": "\(name)",
      "parameters": { "takes-any-answer": \(hasBug ? 1 : 0) },
      "seed": 1,
      "duration": "5m"
    }

    """
  }
}
