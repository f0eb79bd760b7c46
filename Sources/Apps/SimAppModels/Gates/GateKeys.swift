import SimbenchKit

/// Planted bugs of the gate model, to test that its properties detect them; no file can enable
/// them.
package enum GateBug: UInt16, CaseIterable, Sendable {
  /// A second contact within two frames of the first does not cancel a hold.
  case secondContact = 1
  /// After 2.97 s a held contact may go anywhere.
  case drift
  /// What was held before a lift counts for the next hold.
  case elapsedKept
  /// Two corners are timed from the first contact.
  case fromFirst
  /// The ring stays if it was nearly full when the app was no longer active.
  case ringStays
  /// Locked biometry opens the gate in every third attempt.
  case lockout
  /// The success of an attempt that has ended opens the gate during the next hold.
  case lateSuccess
  /// A relaunch within 3 s of a boot ends a lock of the problem.
  case relaunchUnlocks
  /// A pass that is used after more than 5 s is valid for more than one purchase.
  case passStays
  /// A wrong answer is judged before its count is stored, if it follows another within 60 ms.
  case judgedFirst
  /// What was open before a relaunch may be used after it.
  case menuSurvives
}

/// Events of the gate model.
package enum GateEvent: UInt8, PurchaseGateEvent {
  case finger, palm, pencil, move, lift
  case lock, menu, buy, answer, close
  case person, turn, stall
  case authenticated
  case held, ring, expires, gesture, unanswered, retry

  /// The name of the event and a sentence about it.
  package var descriptor: EventDescriptor { gateDescriptor ?? own }

  private var own: EventDescriptor {
    let touch = [ArgumentDescriptor("finger"), ArgumentDescriptor("place")]
    return switch self {
    case .finger: .user("finger", "Finger %1 lands at %2.", touch)
    case .palm: .user("palm", "A palm lands as %1 at %2.", touch)
    case .pencil: .user("pencil", "A pencil lands as %1 at %2.", touch)
    case .move: .user("move", "Contact %1 moves to %2.", touch)
    case .lift: .user("lift", "Contact %1 lifts.", [touch[0]])
    case .lock: .user("lock", "A parent locks the gate.")
    case .menu: .user("menu", "A user uses a function behind the gate.")
    case .buy: .user("buy", "A user taps a purchase.")
    case .answer:
      .user("answer", "A user types the product plus %1.", [ArgumentDescriptor("error")])
    case .close: .user("close", "A user closes the problem.")
    case .person:
      .decision("person", "The person at the device: %1.", [AuthenticationAction.argument])
    case .turn: .decision("turn", "The device is turned.")
    case .stall:
      .decision("stall", "No frame was drawn for %1.", [ArgumentDescriptor("gap", .span)])
    case .authenticated:
      .response(
        "authenticated", "The result of authentication %1 is %2.",
        [ArgumentDescriptor("request"), AuthenticationError.result])
    case .held: .timer("held", "Hold %1 is complete.", [ArgumentDescriptor("hold")])
    case .ring: .timer("ring", "Hold %1 has lasted 0.5 s.", [ArgumentDescriptor("hold")])
    case .expires:
      .timer("expires", "60 s have passed since attempt %1.", [ArgumentDescriptor("attempt")])
    default:
      .timer("gesture", "The system recognizes gesture %1.", [ArgumentDescriptor("gesture")])
    }
  }
}

/// Observable effects of the gate model.
package enum GateEffect: UInt8, PurchaseGateEffect {
  case holds, cancels, shows, prompts, asks, ignores, opens, locks, acts
  case discards, poses, wrong, bars, refuses, passes, purchases, withdraws, clears

  /// The name of the effect and a sentence about it.
  package var descriptor: EffectDescriptor { gateDescriptor ?? own }

  private var own: EffectDescriptor {
    switch self {
    case .holds:
      EffectDescriptor("holds", "begins hold %1", [ArgumentDescriptor("hold")])
    case .cancels: EffectDescriptor("cancels", "cancels hold %1", [ArgumentDescriptor("hold")])
    case .shows: EffectDescriptor("shows", "shows the ring", to: .user)
    case .prompts:
      EffectDescriptor(
        "prompts", "begins attempt %1 to authenticate", [ArgumentDescriptor("attempt")])
    case .asks:
      EffectDescriptor(
        "asks", "asks by request %1 for the %2", to: .system,
        [
          ArgumentDescriptor("request"),
          ArgumentDescriptor("what", .choice(["biometry", "passcode"])),
        ])
    case .ignores:
      EffectDescriptor("ignores", "ignores the answer to %1", [ArgumentDescriptor("request")])
    case .opens:
      EffectDescriptor(
        "opens", "opens the gate by %1", to: .user,
        [ArgumentDescriptor("how", .choice(["success", "hold-only", "corners"]))])
    case .locks: EffectDescriptor("locks", "locks the gate", to: .user)
    case .acts: EffectDescriptor("acts", "runs a function behind the gate")
    case .discards: EffectDescriptor("discards", "discards the ink of both contacts")
    case .refuses: EffectDescriptor("refuses", "refuses, since the problem is locked", to: .user)
    default: EffectDescriptor("purchases", "begins the purchase", to: .network)
    }
  }
}

/// Properties and coverage goals of the gate model.
package enum GateProperty: UInt8, PropertyKey {
  case openedBySuccess, holdInPlace, unbrokenHold, ring, gateOnly
  case onePass, lockHolds, storedFirst
  case secondContact, drift, frameGap, holdOnly, lockoutPasscode, lateAuth, sixthContact
  case mathLock, relock, systemGesture, turned, palm

  /// The property's name, sentence and kind.
  package var descriptor: PropertyDescriptor {
    switch self {
    case .holdInPlace:
      .always(
        "hold-in-place", "A hold lasts while its contacts are in place and the only ones.",
        requirement: "BV-GATE")
    case .unbrokenHold:
      .always(
        "unbroken-hold", "A prompt or two corners' opening follows one unbroken hold in full.",
        requirement: "BV-GATE")
    case .ring:
      .always(
        "ring", "The ring is shown exactly while a hold has lasted 0.5 s, and as far as it has.",
        requirement: "BV-GATE")
    case .openedBySuccess:
      .always(
        "opened-by-success",
        "The gate opens only by a success of the current attempt, or if there is no passcode.",
        requirement: "BV-GATE")
    case .gateOnly:
      .always(
        "gate-only", "Functions behind the gate work only while the gate is open.",
        requirement: "BV-GATE")
    case .onePass:
      .always(
        "one-pass", "A purchase needs a right answer of its own, at most 120 s old.",
        requirement: "SM-PRO")
    case .lockHolds:
      .always(
        "lock-holds", "Three wrong answers lock the problem, through relaunches too.",
        requirement: "SM-PRO")
    case .storedFirst:
      .always(
        "stored-first", "The count of wrong answers is on the disk before an answer is judged.",
        requirement: "SM-PRO")
    case .secondContact: .sometimes("second-contact", "A second contact cancels a hold.")
    case .drift: .sometimes("drift", "A contact that moves too far cancels a hold.")
    case .frameGap: .sometimes("frame-gap", "A gap between frames cancels a hold.")
    case .holdOnly: .sometimes("hold-only", "The hold alone opens, without a passcode.")
    case .lockoutPasscode:
      .sometimes("lockout-passcode", "The passcode opens after biometry was locked.")
    case .lateAuth: .sometimes("late-auth", "A success arrives after its attempt has ended.")
    case .sixthContact: .sometimes("sixth-contact", "A sixth contact cancels all on a phone.")
    case .mathLock: .sometimes("math-lock", "Three wrong answers lock the problem.")
    case .relock: .sometimes("relock", "A lock starts again at a relaunch.")
    case .systemGesture: .sometimes("system-gesture", "A gesture of the system cancels contacts.")
    case .turned: .sometimes("turned", "Turning the device cancels a hold.")
    case .palm: .sometimes("palm", "A palm lands during a hold.")
    }
  }
}
