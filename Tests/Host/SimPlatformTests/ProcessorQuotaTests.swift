import SimPlatform
import Testing

@Suite("CPU quotas of containers")
struct ProcessorQuotaTests {
  private func count(_ groups: String, _ files: [String: String]) -> Int? {
    ProcessorQuota.processorCount(groups: groups) { files[$0] }
  }

  @Test(
    "Quotas are rounded up, to at least one processor",
    arguments: [
      ("50000 100000\n", 1), ("100000 100000\n", 1), ("100001 100000\n", 2),
      ("350000 100000", 4), ("1000 1000000\n", 1), ("max 100000\n", nil), ("0 100000", 1),
      ("100000 0\n", nil), ("-1 100000\n", nil), ("100000\n", nil), ("", nil),
      ("18446744073709551615 1", Int.max), ("x y", nil),
    ] as [(String, Int?)])
  func rounding(text: String, expected: Int?) {
    #expect(count("0::/\n", ["/sys/fs/cgroup/cpu.max": text]) == expected, "\(text)")
    let numbers = text.split { $0.isWhitespace }.map { $0 == "max" ? "-1" : "\($0)\n" }
    guard numbers.count == 2 else { return }
    let files = [
      "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us": numbers[0],
      "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us": numbers[1],
    ]
    #expect(count("4:cpu,cpuacct:/\n", files) == expected, "\(text)")
  }

  @Test("The lowest quota of the group and of those above it counts")
  func hierarchy() {
    let files = [
      "/sys/fs/cgroup/a/b/cpu.max": "800000 100000", "/sys/fs/cgroup/a/cpu.max": "300000 100000",
      "/sys/fs/cgroup/cpu.max": "max 100000",
    ]
    #expect(count("0::/a/b\n", files) == 3)
    #expect(count("0::/a/b/c\n", files) == 3)
    #expect(count("0::/other\n", files) == nil)
  }

  @Test("Groups of a host that the container does not see end at its own")
  func namespaces() {
    let own = ["/sys/fs/cgroup/cpu.max": "150000 100000"]
    #expect(count("0::/docker/0123\n", own) == 2)
    #expect(count("0::/../0123\n", own) == 2)
    let first = [
      "/sys/fs/cgroup/cpu/cpu.cfs_quota_us": "50000\n",
      "/sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
    ]
    #expect(count("9:name=systemd:/\n1:cpu:/docker/0123\n0::/\n", first) == 1)
    #expect(count("2:cpuacct:/\n3:cpuset:/\n", first) == nil)
    #expect(count("0::/a\n", ["/sys/fs/cgroup/unified/a/cpu.max": "1 1"]) == 1)
  }

  @Test("What is not a list of groups has no quota")
  func damage() {
    for text in ["", "x", "0:", "::", "0::", "1:cpu", "\n\n"] { #expect(count(text, [:]) == nil) }
  }

  @Test("The count of this process is at most that of the machine")
  func process() {
    #expect((1...Environment.machine.coreCount).contains(Environment.processorCount))
  }
}
