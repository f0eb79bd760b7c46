import SimWorld
import Testing

/// Goal: the reports next to kinds of faults are addresses, and only kinds of services have one.
struct FaultReportTests {
  /// Whether a text is `owner/repository#number`.
  private static func isReport(_ text: String) -> Bool {
    let parts = text.split(separator: "#", omittingEmptySubsequences: false)
    guard parts.count == 2, UInt32(parts[1]) != nil else { return false }
    let names = parts[0].split(separator: "/", omittingEmptySubsequences: false)
    return names.count == 2 && names.allSatisfy { !$0.isEmpty }
  }

  @Test func reportsAreAddresses() {
    #expect(!Self.isReport("owner/repository") && !Self.isReport("repository#1"))
    let known = WorldFault.allCases.filter { "\($0.report)" != "" }
    #expect(known.count >= 10)
    for fault in known {
      #expect(Self.isReport("\(fault.report)"), "\(fault)")
      #expect(fault.service != nil, "\(fault)")
    }
    #expect(Set(known.map { $0.service }).count == WorldService.allCases.count)
  }
}
