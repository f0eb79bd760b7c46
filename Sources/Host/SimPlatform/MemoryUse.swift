internal import CPlatform

/// How much memory of the machine this process occupies.
package enum MemoryUse {
  /// Bytes resident now, or nil when the system does not say; allocates nothing.
  package static func residentBytes() -> UInt64? {
    UInt64(exactly: simbench_resident_bytes())
  }

  /// The maximum of resident bytes, or nil when the system does not say; allocates nothing.
  package static func peakResidentBytes() -> UInt64? {
    UInt64(exactly: simbench_peak_resident_bytes())
  }
}
