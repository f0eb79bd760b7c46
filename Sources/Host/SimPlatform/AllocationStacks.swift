internal import CAllocationProbe

/// Allocations made in one phase by one call stack.
public struct AllocationStack: Sendable {
  /// How many there were.
  public var count: UInt64
  /// Bytes asked for.
  public var bytes: UInt64
  /// The frame of the first.
  public var firstFrame: UInt32
  /// The number that the phase was given.
  public var phase: UInt32
  /// Return addresses, the innermost first.
  public var addresses: [UInt]
}

/// Who allocates: the call stacks of allocations, kept in memory that was there before.
///
/// One recording at a time in a process. Nothing is kept where allocations are not counted.
public enum AllocationStacks {
  /// Forgets everything and makes ready; allocates, so call it before the first frame.
  public static func prepare() { simbench_stacks_prepare() }

  /// From here on, until `end`, every allocation of any thread leaves its stack.
  ///
  /// - Parameter phase: a number of the caller's choice, kept with the stacks.
  public static func begin(frame: UInt32, phase: UInt32) { simbench_stacks_begin(frame, phase) }

  /// Stacks are no longer wanted.
  public static func end() { simbench_stacks_end() }

  /// Allocations whose stack found no room.
  public static var lostCount: UInt64 { simbench_stacks_lost() }

  /// The stacks so far, in the order of their first allocations.
  public static func all() -> [AllocationStack] {
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
