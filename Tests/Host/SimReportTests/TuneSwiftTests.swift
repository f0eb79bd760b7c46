import SimReport
import Testing

/// Goal: the Swift file with caps compiles, whatever the device classes are called.
///
/// Method: names that collide with a keyword, a number, or the case of devices that are not listed.
@Suite struct TuneSwiftTests {
  @Test func namesBecomeIdentifiers() {
    #expect(TuneReport.identifier("iphone-se-2") == "iphoneSe2")
    #expect(TuneReport.identifier("default") == "`default`")
    #expect(TuneReport.identifier("3d") == "_3d")
    #expect(TuneReport.identifier("unknown") == "unknownClass")
  }
}
