internal import CPlatform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Keeps the process running when a scene or model traps.
///
/// The guarded code runs on a thread of its own. If it traps, that thread stops there forever,
/// since its frames cannot be left, and the caller gets the trap instead of a value. What the code
/// had allocated, locked or opened is never released, so this is for tests, not for apps.
package struct TrapGuard: @unchecked Sendable {
  private let raw: OpaquePointer?

  /// The guard of this thread, for other threads that work for the same code.
  package static var current: TrapGuard { TrapGuard(raw: simbench_trap_guard_current()) }

  /// Runs code on this thread under the guard, if there is one.
  package func run(_ body: () -> Void) {
    simbench_trap_guard_enter(raw)
    body()
    simbench_trap_guard_leave()
  }

  private func end() {
    if let raw { simbench_trap_guard_end(raw) }
  }

  /// Whether the caller of the guarded code on this thread asks it to stop; false without a guard.
  package static var isCancelled: Bool { simbench_trap_guard_is_cancelled() }

  /// A trap of guarded code.
  package struct Trap: Sendable {
    /// The name of the signal, such as `SIGILL`.
    package var signal: String
    /// The frame or step that the thread had begun; nil before the first one.
    package var step: UInt32?
    /// The thread's note; empty for none.
    package var note: String
    /// The instruction after the one that trapped, then the return addresses of its callers.
    package var addresses: [UInt]
    /// The last line that a second run of the code wrote to standard error before it trapped, such
    /// as `Fatal error: Index out of range`; nil if it wrote none.
    package var message: String?
  }

  /// Runs code on another thread and returns its value, or the trap that stopped it.
  ///
  /// The code has the confinement and the register of the caller, but no other task-local values.
  /// Without another thread it runs unguarded.
  ///
  /// - Parameters:
  ///   - isCancelled: Asked every tenth of a second; once true, `TrapGuard.isCancelled` is true
  ///     in the code.
  ///   - body: The code; after a trap it runs once more, in a copy of the process, for its message.
  /// - Throws: The error of the code.
  package static func run<Value>(
    isCancelled: () -> Bool = { false }, _ body: @escaping () throws -> Value
  ) throws -> Result<Value, Trap> {
    _ = isInstalled
    guard let raw = simbench_trap_guard_create() else { return .success(try body()) }
    let guarded = TrapGuard(raw: raw)
    let box = Box<Value>()
    let (confinement, register) = (Confinement.current, FileRegister.current)
    let given = Unchecked(body)
    let work = JobQueue.Work {
      let code = given.value
      Confinement.run(within: confinement) {
        FileRegister.$current.withValue(register) {
          guarded.run { box.result = Result { try code() } }
        }
      }
      guarded.end()
    }
    guard work.start() else {
      simbench_trap_guard_destroy(raw)
      return .success(try body())
    }
    var trap = simbench_trap()
    while true {
      let state = simbench_trap_guard_wait(raw, 100, &trap)
      if state == SIMBENCH_TRAP_TRAPPED { break }
      if state == SIMBENCH_TRAP_ENDED {
        simbench_trap_guard_destroy(raw)
        guard let result = box.result else { preconditionFailure("the code has ended") }
        return .success(try result.get())
      }
      if isCancelled() { simbench_trap_guard_cancel(raw) }
    }
    return .failure(Trap(trap, message: message { _ = try? body() }))
  }

  private static let isInstalled: Bool = {
    CrashNote.install()
    return true
  }()

  /// Milliseconds for the second run.
  private static var messageMilliseconds: Int32 { 60_000 }

  /// The last line that code writes to standard error, run in a copy of this process.
  private static func message(of body: @escaping () -> Void) -> String? {
    let context = Unmanaged.passRetained(Unchecked(body))
    defer { context.release() }
    var text = [CChar](repeating: 0, count: 1 << 14)
    let length = simbench_trap_text(
      { raw in
        guard let raw else { return }
        Unmanaged<Unchecked<() -> Void>>.fromOpaque(raw).takeUnretainedValue().value()
      }, context.toOpaque(), messageMilliseconds, &text, text.count)
    let bytes = text.prefix(length).map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).last
      .map { String($0) }
  }

  /// The result of guarded code; written before the guard's end, read after it.
  private final class Box<Value>: @unchecked Sendable {
    var result: Result<Value, any Error>?
  }

  /// A value that another thread uses while the caller waits.
  private final class Unchecked<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }
}

extension TrapGuard.Trap: Error {
  fileprivate init(_ raw: simbench_trap, message: String?) {
    var raw = raw
    signal = Self.name(of: raw.signal)
    step = raw.step < 0 ? nil : UInt32(clamping: raw.step)
    note = withUnsafeBytes(of: &raw.note) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    let depth = Int(raw.depth)
    addresses = withUnsafeBytes(of: &raw.addresses) { bytes in
      bytes.bindMemory(to: UInt.self).prefix(depth).enumerated().map { $1 &+ ($0 == 0 ? 1 : 0) }
    }
    self.message = message
  }

  private static func name(of signal: Int32) -> String {
    let names: [Int32: String] = [
      SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS",
      SIGFPE: "SIGFPE", SIGABRT: "SIGABRT",
    ]
    return names[signal] ?? "signal \(signal)"
  }
}
