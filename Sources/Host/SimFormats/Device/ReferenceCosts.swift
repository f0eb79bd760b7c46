import SimRuntime

/// Costs of the scenes' CPU work on the reference machine: input, step and recording of the frame.
///
/// Fitted to frame times on an idle AMD EPYC (x86_64). Of 24 held-out sizes, 22 were predicted
/// within 5 % and all within 8.6 %. Estimates for a device class add its `uncertainty`.
package enum ReferenceCosts {
  /// Units of CPU work.
  package static let units = WorkUnit.all.filter { $0.phase != .raster }

  /// Nanoseconds per unit by scene, in the order of `units`; nil for work that the scene never did.
  package static let scenes: [(name: String, nanoseconds: [Double?])] = [
    ("snowglobe", [1132.29, 261.916, 1240.09, 22.228, 2.962, 657.839, 60.007, nil, nil]),
    ("water-ripples", [1250.88, 334.156, 1048.33, 14.404, 12.517, 66867.4, 0, 19.174, 5.131]),
    ("color-mixer", [1196.82, 324.934, 886.462, 158.122, 0, 2702.24, 0, 23.049, 7.482]),
    ("bubbles", [1211.35, 337.796, 593.07, 89.363, 8.447, 690.212, 34.689, nil, nil]),
    ("magnetic-particles", [1417.83, 483.998, 0, 112.631, 6.386, 774.844, 33.931, nil, nil]),
    ("aurora-orbs", [1256.95, 369.69, 1013.51, 42.57, 5.615, 15408.3, 0, 100.344, 2.293]),
    ("calm-static", [1108.74, 319.271, 866.346, 13.713, 7.587, 3971.38, 0, 23.613, 3.27]),
    ("trace", [874.313, 297.267, 804.609, 0, 3.444, 15.729, 149.019, nil, nil]),
  ]
}
