internal import CPlatform
import Foundation

/// The folders that the second signal removes.
package enum TemporaryFolders {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var tickets: [String: Int32] = [:]

  /// Notes a folder, which need not be there yet; an earlier note of the same path is replaced.
  ///
  /// - Parameter path: found again from any current folder when it begins with a slash.
  package static func note(_ path: String) {
    lock.withLock {
      let ticket = simbench_folder_add(path)
      if let old = tickets.updateValue(ticket, forKey: path) { simbench_folder_remove(old) }
    }
  }

  /// Forgets a folder; does nothing for one that was not noted.
  package static func forget(_ path: String) {
    lock.withLock {
      if let ticket = tickets.removeValue(forKey: path) { simbench_folder_remove(ticket) }
    }
  }
}
