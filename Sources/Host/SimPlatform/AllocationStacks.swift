internal import CAllocationProbe

/// The allocations by one call stack in one phase.
package struct AllocationStack: Sendable {
  /// The number of allocations.
  package var count: UInt64
  /// Requested bytes.
  package var bytes: UInt64
  /// The frame of the first allocation.
  package var firstFrame: UInt32
  /// The index of the phase.
  package var phase: UInt32
  /// The return addresses, innermost first.
  package var addresses: [UInt]
}

/// Records the call stacks of allocations in preallocated memory.
///
/// Only one recording per process at a time. Nothing is recorded if allocations are not counted.
package enum AllocationStacks {
  /// Clears all stacks and allocates the storage; call it before the first frame.
  package static func prepare() { simbench_stacks_prepare() }

  /// Starts to record the stack of every allocation on every thread, until `end`.
  ///
  /// - Parameter phase: An arbitrary index that is stored with the stacks.
  package static func begin(frame: UInt32, phase: UInt32) { simbench_stacks_begin(frame, phase) }

  /// Stops recording.
  package static func end() { simbench_stacks_end() }

  /// The number of allocations whose stack did not fit into the storage.
  package static var lostCount: UInt64 { simbench_stacks_lost() }

  /// All recorded stacks, in the order of their first allocation.
  package static func all() -> [AllocationStack] {
    (0..<simbench_stacks_count()).compactMap { index in
      guard let stack = simbench_stacks_at(index)?.pointee else { return nil }
      let addresses = withUnsafeBytes(of: stack.addresses) { bytes in
        bytes.bindMemory(to: UInt.self).prefix(Int(stack.depth)).map { $0 }
      }
      return AllocationStack(
        count: stack.count, bytes: stack.bytes, firstFrame: stack.first_frame,
        phase: stack.phase, addresses: addresses)
    }
  }
}
