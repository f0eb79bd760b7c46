import SimbenchKit

/// Events of the sketch model.
package enum SketchEvent: UInt8, EntitlementEvent, PurchaseGateEvent {
  case draw, done, pick, go, cancel, tryAgain, anotherStyle, newSketch, save, share, savePhoto
  case delete, favorite
  case buy, answer, close, restore
  case sheet, family, refund
  case response, unreachable, bought, synced, updated, latest, entitled
  case notice, deadline, unanswered, retry, settled, again, resave, probe

  /// The name of the event and a sentence about it.
  package var descriptor: EventDescriptor {
    if let shared = gateDescriptor ?? entitlementDescriptor { return shared }
    return switch self {
    case .buy, .answer, .close, .restore, .sheet, .family, .refund: purchase
    default: flow
    }
  }

  private var purchase: EventDescriptor {
    switch self {
    case .buy: .user("buy", "The child taps the purchase of Pro.")
    case .answer:
      .user("type", "A user types the product plus %1.", [ArgumentDescriptor("error")])
    case .close: .user("close", "A user closes the problem.")
    case .restore: .user("restore", "A user taps Restore.")
    case .sheet:
      .decision(
        "sheet", "The purchase sheet is confirmed: %1.", [ArgumentDescriptor("confirmed", .truth)])
    case .family:
      .decision(
        "family", "The family's organizer approves the purchase: %1.",
        [ArgumentDescriptor("approved", .truth)])
    default: .decision("refund", "The store refunds the purchase.")
    }
  }

  private var flow: EventDescriptor {
    let request = [ArgumentDescriptor("go"), ArgumentDescriptor("try")]
    return switch self {
    case .draw: .user("draw", "The child draws sketch %1.", [ArgumentDescriptor("sketch")])
    case .done: .user("done", "The child finishes the sketch.")
    case .pick: .user("pick", "The child picks style %1.", [ArgumentDescriptor("style")])
    case .go: .user("go", "The child presses Go.")
    case .cancel: .user("cancel", "The child cancels.")
    case .tryAgain: .user("try-again", "The child presses Try Again.")
    case .anotherStyle: .user("another-style", "The child asks for another style.")
    case .newSketch: .user("new-sketch", "The child starts a new sketch.")
    case .save: .user("save", "The child saves the picture again.")
    case .share: .user("share", "The child shares the picture.")
    case .savePhoto:
      .user(
        "save-photo", "The child saves the picture to the photo library: %1.",
        [
          ArgumentDescriptor(
            "outcome",
            .choice(["saved", "denied", "restricted", "no-space", "offline", "failed"]))
        ])
    case .delete:
      .user("delete", "The child deletes picture %1 from the top.", [ArgumentDescriptor("place")])
    case .favorite:
      .user(
        "favorite", "The child toggles favorite for picture %1 from the top.",
        [ArgumentDescriptor("place")])
    case .response: .response("answer", "A response to Go %1, try %2, arrives.", request)
    case .unreachable: .response("unreachable", "Go %1, try %2, finds no network.", request)
    case .notice: .timer("notice", "20 seconds have passed since Go %1.", [request[0]])
    case .probe: .timer("probe", "The oracle compares Pro with the store.")
    default:
      .timer("deadline", "30 seconds have passed since Go %1, try %2, was sent.", request)
    }
  }
}

/// Observable effects of the sketch model.
package enum SketchEffect: UInt8, EntitlementEffect, PurchaseGateEffect {
  case sends, notices, oops, filtered, shows, cancels, refuses
  case keeps, keepsNot, deletes, opens, settles, cleaned
  case shares, photo
  case poses, wrong, bars, barred, passes, withdraws, clears
  case buys, syncs, reads, unlocks, locks, finishes, says

  /// Reasons for refusing Go.
  package static var refusals: [StaticString] { ["style", "tomorrow", "a-moment"] }

  /// The name of the effect and a sentence about it.
  package var descriptor: EffectDescriptor {
    if let shared = gateDescriptor ?? entitlementDescriptor { return shared }
    return switch self {
    case .barred, .buys, .unlocks, .locks, .says: purchase
    default: flow
    }
  }

  private var purchase: EffectDescriptor {
    switch self {
    case .barred:
      EffectDescriptor("barred", "refuses the purchase, since the problem is locked", to: .user)
    case .buys: EffectDescriptor("buys", "asks the store for Pro", to: .system)
    case .unlocks: EffectDescriptor("unlocks", "has stored the purchase and unlocks Pro")
    case .locks: EffectDescriptor("locks", "has stored the loss and locks Pro")
    default:
      EffectDescriptor(
        "says", "shows the text: %1", to: .user,
        [ArgumentDescriptor("text", .choice(PurchasesText.all))])
    }
  }

  private var flow: EffectDescriptor {
    let request = [ArgumentDescriptor("go"), ArgumentDescriptor("try")]
    let picture = [ArgumentDescriptor("picture")]
    return switch self {
    case .sends: EffectDescriptor("sends", "sends Go %1, try %2", to: .network, request)
    case .notices: EffectDescriptor("notices", "shows \"Taking a bit longer...\"", [request[0]])
    case .oops:
      EffectDescriptor("oops", "shows \"Oops! The magic didn't work. Try again?\"", [request[0]])
    case .filtered:
      EffectDescriptor("filtered", "shows \"Let's try a different drawing!\"", [request[0]])
    case .shows: EffectDescriptor("shows", "shows the picture of Go %1", [request[0]])
    case .cancels: EffectDescriptor("cancels", "returns to the styles", [request[0]])
    case .refuses:
      EffectDescriptor(
        "refuses", "refuses Go: %1", [ArgumentDescriptor("reason", .choice(Self.refusals))])
    case .keeps:
      EffectDescriptor("keeps", "has stored picture %1 in the gallery", to: .disk, picture)
    case .keepsNot: EffectDescriptor("keeps-not", "could not store a picture")
    case .deletes: EffectDescriptor("deletes", "has deleted picture %1", to: .disk, picture)
    case .opens:
      EffectDescriptor(
        "opens", "opens the gallery; pictures: %1", [ArgumentDescriptor("pictures")])
    case .settles: EffectDescriptor("settles", "has made durable what it read at launch")
    case .cleaned: EffectDescriptor("cleaned", "has removed all orphaned files")
    case .shares:
      EffectDescriptor(
        "shares", "shares a picture, with a watermark: %1",
        [ArgumentDescriptor("watermark", .truth)])
    default: EffectDescriptor("photo", "saves a picture to the photo library", to: .system)
    }
  }
}

/// Properties and coverage goals of the sketch model.
package enum SketchProperty: UInt8, PropertyKey {
  case twoRequests, oneResult, oneRecord
  case deadline, noticeOnce
  case charges, fiveADate, datesAscend, rate, ceiling
  case requestBody, sketchKept
  case galleryKept, galleryClean, galleryOrder
  case shareMark
  case premiumOwned, boughtKept, proAgrees, behindGate
  case retryGood, lateAnswer, doubleAnswer, longAnswer, oopsShown, filteredShown, unreachable
  case setBack, ceilingReached, quotaReached, rateReached
  case orphan, diskFull, keptNot, deleted, relaunched, recovered
  case proBought, proLost, premiumUsed, boughtInFlow, lostInFlow, problemLocked, restored

  /// The property's name, sentence and kind.
  package var descriptor: PropertyDescriptor {
    switch self {
    case .twoRequests:
      .always("two-requests", "A Go sends at most two requests.", requirement: "SM-FLOW")
    case .oneResult:
      .always(
        "one-result", "A Go shows at most one picture, and none after a cancel.",
        requirement: "SM-FLOW")
    case .oneRecord:
      .always("one-record", "A Go stores at most one picture.", requirement: "SM-GALLERY")
    case .deadline:
      .always(
        "deadline", "Every request ends within 30 seconds.",
        requirement: "SM-ERROR")
    case .noticeOnce:
      .always(
        "notice-once", "20 seconds after Go, the notice that it takes longer appears once.",
        requirement: "SM-ERROR")
    case .charges:
      .always(
        "charges", "The charges of a date equal its stored free pictures.",
        requirement: "SM-QUOTA")
    case .fiveADate:
      .always(
        "five-a-date", "At most five free pictures are charged to a date.", requirement: "SM-QUOTA")
    case .datesAscend:
      .always(
        "dates-ascend", "The dates of charges never decrease.",
        requirement: "SM-QUOTA")
    case .rate: .always("rate", "At most five Go in any 60 seconds.", requirement: "SM-QUOTA")
    case .ceiling:
      .always(
        "ceiling", "At most ten free pictures in any 24 hours since boot.",
        requirement: "SM-QUOTA")
    case .requestBody:
      .always(
        "request-body", "A request contains the sketch and the style of its Go.",
        requirement: "SM-API")
    case .sketchKept:
      .always(
        "sketch-kept", "The sketch stays as drawn, whatever the outcome of Go.",
        requirement: "SM-ERROR")
    case .galleryKept:
      .always(
        "gallery-kept", "Stored pictures are present and intact; deleted ones are gone.",
        requirement: "SM-GALLERY")
    case .galleryClean:
      .always(
        "gallery-clean", "After a launch no orphaned file is left.",
        requirement: "SM-GALLERY")
    case .galleryOrder:
      .always("gallery-order", "The newest picture comes first.", requirement: "SM-GALLERY")
    case .shareMark:
      .always(
        "share-mark", "Shared pictures have a watermark unless Pro is owned.",
        requirement: "SM-FLOW")
    case .premiumOwned:
      .always(
        "premium-owned", "A request in a premium style is sent only while Pro is unlocked.",
        requirement: "SM-PRO")
    case .boughtKept:
      .always(
        "bought-kept", "Pro is on the disk before its transaction is finished, and lasts.",
        requirement: "SM-PRO")
    case .proAgrees:
      .always(
        "pro-agrees", "Once faults end, Pro is unlocked if and only if it is owned.",
        requirement: "SM-PRO")
    case .behindGate:
      .always(
        "behind-gate", "A purchase needs a right answer of its own; three wrong ones lock it.",
        requirement: "SM-PRO")
    case .retryGood: .sometimes("retry-good", "The second request returns a picture.")
    case .lateAnswer: .sometimes("late-answer", "A response arrives after a cancel.")
    case .doubleAnswer: .sometimes("double-answer", "A response arrives twice.")
    case .longAnswer: .sometimes("long-answer", "A picture arrives after more than 20 seconds.")
    case .oopsShown: .sometimes("oops-shown", "A Go fails with an error message.")
    case .filteredShown: .sometimes("filtered-shown", "The content filter rejects a drawing.")
    case .unreachable: .sometimes("unreachable", "There is no network.")
    case .setBack: .sometimes("set-back", "Go is pressed on an earlier date than the quota's.")
    case .ceilingReached:
      .sometimes("ceiling-reached", "The eleventh free picture within 24 hours is refused.")
    case .quotaReached: .sometimes("quota-reached", "The sixth free picture of a date is refused.")
    case .rateReached: .sometimes("rate-reached", "The sixth Go within a minute is refused.")
    case .orphan: .sometimes("orphan", "A launch finds an orphaned file.")
    case .diskFull: .sometimes("disk-full", "A picture is not stored since the disk is full.")
    case .keptNot: .sometimes("kept-not", "A picture could not be stored.")
    case .deleted: .sometimes("deleted", "A picture is deleted.")
    case .relaunched: .sometimes("relaunched", "The process ends during a Go.")
    case .recovered:
      .sometimes("recovered", "A picture is stored, but the process ended before reporting it.")
    case .proBought: .sometimes("pro-bought", "A purchase unlocks Pro.")
    case .proLost: .sometimes("pro-lost", "A refund locks Pro.")
    case .premiumUsed: .sometimes("premium-used", "A request in a premium style is sent.")
    case .boughtInFlow: .sometimes("bought-in-flow", "Pro is unlocked during a Go.")
    case .lostInFlow: .sometimes("lost-in-flow", "Pro is lost during a Go.")
    case .problemLocked: .sometimes("problem-locked", "Three wrong answers lock the problem.")
    case .restored: .sometimes("restored", "Restoring finds Pro.")
    }
  }
}
