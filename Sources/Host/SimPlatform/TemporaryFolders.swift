internal import CPlatform
import Foundation

/// The folders that a second signal deletes.
package enum TemporaryFolders {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var tickets: [String: Int32] = [:]

  /// Records a folder, which need not exist yet; replaces an earlier record of the same path.
  ///
  /// - Parameter path: An absolute path is independent of the current folder.
  package static func note(_ path: String) {
    lock.withLock {
      // Before the old record is removed, so that a signal in between finds the folder.
      let ticket = simbench_folder_add(path)
      if let old = tickets.updateValue(ticket, forKey: path) { simbench_folder_remove(old) }
    }
  }

  /// Removes a folder from the record, if it is there.
  package static func forget(_ path: String) {
    lock.withLock {
      if let ticket = tickets.removeValue(forKey: path) { simbench_folder_remove(ticket) }
    }
  }
}
