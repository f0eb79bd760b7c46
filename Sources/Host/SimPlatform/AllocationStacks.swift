internal import CAllocationProbe

/// Allocations made in one phase by one call stack.
package struct AllocationStack: Sendable {
  /// How many there were.
  package var count: UInt64
  /// Bytes asked for.
  package var bytes: UInt64
  /// The frame of the first.
  package var firstFrame: UInt32
  /// The index that the phase was given.
  package var phase: UInt32
  /// Return addresses, the innermost first.
  package var addresses: [UInt]
}

/// Who allocates: the call stacks of allocations, kept in memory that was there before.
///
/// One recording at a time in a process. Nothing is kept where allocations are not counted.
package enum AllocationStacks {
  /// Forgets everything and makes ready; allocates, so call it before the first frame.
  package static func prepare() { simbench_stacks_prepare() }

  /// From here on, until `end`, every allocation of any thread leaves its stack.
  ///
  /// - Parameter phase: an index of the caller's choice, kept with the stacks.
  package static func begin(frame: UInt32, phase: UInt32) { simbench_stacks_begin(frame, phase) }

  /// Stacks are no longer wanted.
  package static func end() { simbench_stacks_end() }

  /// Allocations whose stack did not fit into the storage.
  package static var lostCount: UInt64 { simbench_stacks_lost() }

  /// The stacks so far, in the order of their first allocations.
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
