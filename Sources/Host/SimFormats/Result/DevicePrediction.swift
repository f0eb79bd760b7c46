/// What is known about a run's frames on its device class.
package enum DevicePrediction: Equatable, Sendable {
  /// The class's times.
  case predicted(DeviceFrameSummary)
  /// Nothing can be said; why.
  case impossible(String)

  /// The times; nil when nothing can be said.
  package var summary: DeviceFrameSummary? {
    if case .predicted(let summary) = self { summary } else { nil }
  }

  /// Why nothing can be said; nil when something can.
  package var reason: String? {
    if case .impossible(let reason) = self { reason } else { nil }
  }
}
