import SimRuntime

extension WorldFault {
  /// A public report in which people met this kind, as `owner/repository#number`; empty for none.
  package var report: StaticString {
    switch self {
    case .purchaseFails: "RevenueCat/purchases-ios#1947"
    case .unverifiedTransaction: "pia-foss/mobile-ios#423"
    case .duplicateUpdate: "hyochan/react-native-iap#2893"
    case .missedUpdate: "hyochan/react-native-iap#2882"
    case .staleEntitlements: "j3k0/cordova-plugin-purchase#1204"
    case .emptyEntitlements: "RevenueCat/purchases-flutter#172"
    case .askToBuy: "woocommerce/woocommerce-ios#10086"
    case .syncFails: "j3k0/cordova-plugin-purchase#1726"
    case .biometryLockout, .hangingAuthentication: "flutter/flutter#103380"
    case .systemCancel: "aparajita/capacitor-biometric-auth#35"
    case .delayedSync: "nonstrict-hq/CloudStorage#17"
    case .staleRead: "ArtSabintsev/Zephyr#70"
    default: ""
    }
  }
}
