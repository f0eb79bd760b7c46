internal import CPlatform

/// The memory use of this process.
package enum MemoryUse {
  /// The resident bytes, or nil if the system does not report them; allocates nothing.
  package static func residentBytes() -> UInt64? {
    UInt64(exactly: simbench_resident_bytes())
  }

  /// The peak of resident bytes, or nil if the system does not report it; allocates nothing.
  package static func peakResidentBytes() -> UInt64? {
    UInt64(exactly: simbench_peak_resident_bytes())
  }
}
