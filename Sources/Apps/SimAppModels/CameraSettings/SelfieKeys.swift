import SimbenchKit

/// Events of the settings model.
package enum SelfieEvent: UInt8, EventKey {
  case set, shutter, syncNow
  case pro, peerSet, account, reach
  case news
  case sliders, countdown, captured, giveUp, retry

  /// The name of the event and a sentence about it.
  package var descriptor: EventDescriptor {
    let edit = [
      ArgumentDescriptor("setting", .choice(SelfieField.names)), ArgumentDescriptor("value"),
    ]
    let capture = [ArgumentDescriptor("capture")]
    return switch self {
    case .set: .user("set", "The user sets %1 to %2.", edit)
    case .shutter: .user("shutter", "The user presses the shutter.")
    case .syncNow: .user("sync-now", "The user presses Sync Now.")
    case .pro: .decision("pro", "Pro is owned: %1.", [ArgumentDescriptor("owned", .truth)])
    case .peerSet: .decision("peer-set", "The user's other device sets %1 to %2.", edit)
    case .account:
      .decision(
        "account", "Device %1 signs in to account %2.",
        [ArgumentDescriptor("device"), ArgumentDescriptor("account")])
    case .reach:
      .decision(
        "reach", "The user's other device can reach the cloud: %1.",
        [ArgumentDescriptor("on", .truth)])
    case .news: .response("news", "The synced store has news.")
    case .sliders: .timer("sliders", "300 ms have passed since a slider's last change.")
    case .countdown: .timer("countdown", "The countdown of capture %1 ends.", capture)
    case .captured: .timer("captured", "Capture %1 ends.", capture)
    case .giveUp:
      .timer("give-up", "10 s have passed since Sync Now %1.", [ArgumentDescriptor("sync")])
    case .retry: .timer("retry", "It is time to save again.")
    }
  }
}

/// Observable effects of the settings model.
package enum SelfieEffect: UInt8, EffectKey {
  case opens, settles, saves, savesNot
  case writes, refuses
  case begins, captures, cancels
  case synced, givesUp, warns
  case peerWrites

  /// The name of the effect and a sentence about it.
  package var descriptor: EffectDescriptor {
    switch self {
    case .opens: EffectDescriptor("opens", "reads the settings")
    case .settles: EffectDescriptor("settles", "has made durable what it read at launch")
    case .saves: EffectDescriptor("saves", "has saved the settings", to: .disk)
    case .savesNot: EffectDescriptor("saves-not", "could not save the settings")
    case .writes:
      EffectDescriptor(
        "writes", "writes settings %2 to the synced store, back: %1", to: .network,
        [ArgumentDescriptor("back", .truth), ArgumentDescriptor("settings")])
    case .refuses:
      EffectDescriptor(
        "refuses", "does not set %1, which needs Pro",
        [ArgumentDescriptor("setting", .choice(SelfieField.names))])
    case .begins:
      EffectDescriptor(
        "begins", "begins a capture in %1 s", to: .user, [ArgumentDescriptor("seconds")])
    case .captures:
      EffectDescriptor(
        "captures", "captures with settings %1", [ArgumentDescriptor("settings")])
    case .cancels: EffectDescriptor("cancels", "cancels the countdown")
    case .synced: EffectDescriptor("synced", "shows that Sync Now is complete", to: .user)
    case .givesUp: EffectDescriptor("gives-up", "shows that Sync Now has failed", to: .user)
    case .warns: EffectDescriptor("warns", "shows that the cloud has no space", to: .user)
    case .peerWrites:
      EffectDescriptor(
        "peer-writes", "has its other instance write to the synced store, back: %1", to: .network,
        [ArgumentDescriptor("back", .truth)])
    }
  }
}

/// Properties and coverage goals of the settings model.
package enum SelfieProperty: UInt8, PropertyKey {
  case effective, storedKept, begunKept
  case sliderWrite, writtenAtOnce
  case identical, silent
  case accountTaken, quotaShown, syncLimit, lastSync, fileWhole
  case lossInCountdown, mergeConflict, quota, accountChange, syncGivesUp
  case premiumKept, locked, discarded, sliderFlushed, takenAlong
  case synced, lateSync, relaunchMerge, accountAtLaunch, newAccount, savedNot, readTwice

  /// The property's name, sentence and kind.
  package var descriptor: PropertyDescriptor {
    switch self {
    case .effective:
      .always(
        "effective", "Without Pro, free defaults apply in place of stored premium values.",
        requirement: "SF-GATING")
    case .storedKept:
      .always(
        "stored-kept", "Only edits, syncing and launches change stored settings, and Pro never.",
        requirement: "SF-GATING")
    case .begunKept:
      .always(
        "begun-kept", "A countdown or capture keeps the settings it began with.",
        requirement: "SF-GATING")
    case .sliderWrite:
      .always(
        "slider-write",
        "A slider is written once, 300 ms after its last change or with another write.",
        requirement: "SF-SYNC")
    case .writtenAtOnce:
      .always(
        "written-at-once",
        "Other edits, leaving the app and Sync Now write at once, with pending sliders.",
        requirement: "SF-SYNC")
    case .identical:
      .always(
        "identical", "When nothing is under way, all devices of an account have equal settings.",
        requirement: "SF-SYNC")
    case .silent:
      .always(
        "silent", "Three rounds after the last change, no device writes.", requirement: "SF-SYNC")
    default: laterDescriptor
    }
  }

  private var laterDescriptor: PropertyDescriptor {
    switch self {
    case .accountTaken:
      .always(
        "account-taken", "After an account change the settings are those of the new account.",
        requirement: "SF-SYNC")
    case .quotaShown:
      .always(
        "quota-shown", "An exceeded quota is shown until a write is acknowledged.",
        requirement: "SF-SYNC")
    case .syncLimit:
      .always("sync-limit", "Sync Now ends within 10 s.", requirement: "SF-SYNC")
    case .lastSync:
      .always(
        "last-sync", "The last sync is the last acknowledged write or merged read.",
        requirement: "SF-SYNC")
    case .fileWhole:
      .always(
        "file-whole", "At launch the file holds settings that were saved, or being saved, whole.",
        requirement: "SF-SYNC")
    default: goalDescriptor
    }
  }

  private var goalDescriptor: PropertyDescriptor {
    switch self {
    case .lossInCountdown: .sometimes("loss-in-countdown", "Pro is lost during a countdown.")
    case .mergeConflict:
      .sometimes("merge-conflict", "Of two records each has a newer value than the other.")
    case .quota: .sometimes("quota", "The cloud rejects the settings for lack of space.")
    case .accountChange: .sometimes("account-change", "The account changes while the app runs.")
    case .syncGivesUp: .sometimes("sync-gives-up", "Sync Now gives up.")
    case .premiumKept: .sometimes("premium-kept", "A premium value is stored without Pro.")
    case .locked: .sometimes("locked", "A setting needs Pro.")
    case .discarded: .sometimes("discarded", "The first download discards settings.")
    case .sliderFlushed: .sometimes("slider-flushed", "Leaving the app writes a pending slider.")
    case .takenAlong: .sometimes("taken-along", "Another edit takes a pending slider along.")
    case .synced: .sometimes("synced", "Sync Now is complete.")
    case .lateSync: .sometimes("late-sync", "An exchange is complete after Sync Now gave up.")
    case .relaunchMerge:
      .sometimes("relaunch-merge", "A launch finds settings of the other device.")
    case .accountAtLaunch: .sometimes("account-at-launch", "A launch finds another account.")
    case .newAccount: .sometimes("new-account", "An account without settings gets the device's.")
    case .savedNot: .sometimes("saved-not", "The settings could not be saved at first.")
    default: .sometimes("read-twice", "A notification brings nothing new.")
    }
  }
}
