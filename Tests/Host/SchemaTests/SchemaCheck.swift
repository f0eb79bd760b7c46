import Foundation
import SimFormats
import Testing

/// Checks a document against the part of JSON Schema draft-07 that the published schemas use.
struct SchemaCheck {
  let schema: Schema

  /// What is wrong, one line per fault; nothing when the document is valid.
  func faults(_ value: JSONNode, _ rule: JSONNode) throws -> [String] {
    let rule = try schema.resolved(rule)
    var faults: [String] = []
    func fail(_ text: String) { faults.append("\(value.path): \(text), found \(value.foundText)") }
    if let type = rule["type"] {
      let names = type.stringValue.map { [$0] } ?? type.elements.compactMap { $0.stringValue }
      if !names.contains(where: { Self.isValue(value, $0) }) { fail("no \(names)") }
    }
    if let list = rule["enum"], !list.elements.contains(where: { $0.text == value.text }) {
      fail("none of \(list.text)")
    }
    if let constant = rule["const"], constant.text != value.text { fail("not \(constant.text)") }
    if let number = value.numberValue { checkNumber(number, rule, fail) }
    if let text = value.stringValue { try checkText(text, rule, fail) }
    faults += try membersFaults(value, rule) + elementFaults(value, rule)
    faults += try combinationFaults(value, rule)
    return faults
  }

  private static func isValue(_ node: JSONNode, _ type: String) -> Bool {
    switch node.value {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .number(let number):
      type == "number" || (type == "integer" && number.double == number.double.rounded())
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }

  private func checkNumber(_ number: Double, _ rule: JSONNode, _ fail: (String) -> Void) {
    if let least = rule["minimum"]?.numberValue, number < least { fail("less than \(least)") }
    if let most = rule["maximum"]?.numberValue, number > most { fail("more than \(most)") }
    if let least = rule["exclusiveMinimum"]?.numberValue, number <= least {
      fail("not more than \(least)")
    }
  }

  private func checkText(_ text: String, _ rule: JSONNode, _ fail: (String) -> Void) throws {
    if let pattern = rule["pattern"]?.stringValue,
      text.range(of: pattern, options: .regularExpression) == nil
    {
      fail("does not match \(pattern)")
    }
    let count = Double(text.unicodeScalars.count)
    if let least = rule["minLength"]?.numberValue, count < least { fail("too short") }
    if let most = rule["maxLength"]?.numberValue, count > most { fail("too long") }
  }

  private func membersFaults(_ value: JSONNode, _ rule: JSONNode) throws -> [String] {
    guard case .object(let members) = value.value else { return [] }
    var faults: [String] = []
    if let least = rule["minProperties"]?.numberValue, Double(members.count) < least {
      faults.append("\(value.path): has \(members.count) members")
    }
    for key in rule["required"]?.elements ?? [] where value[key.stringValue ?? ""] == nil {
      faults.append("\(value.path): lacks \(key.text)")
    }
    for dependency in rule["dependencies"]?.members ?? [] where value[dependency.key] != nil {
      guard dependency.value.elements.isEmpty else {
        for key in dependency.value.elements where value[key.stringValue ?? ""] == nil {
          faults.append("\(value.path): lacks \(key.text)")
        }
        continue
      }
      faults += try self.faults(value, dependency.value)
    }
    for member in members {
      if let pattern = rule["propertyNames"]?["pattern"]?.stringValue,
        member.key.range(of: pattern, options: .regularExpression) == nil
      {
        faults.append("\(value.path): the key \(member.key) does not match \(pattern)")
      }
      let patterns = (rule["patternProperties"]?.members ?? []).filter {
        member.key.range(of: $0.key, options: .regularExpression) != nil
      }
      for pattern in patterns { faults += try self.faults(member.value, pattern.value) }
      if let known = rule["properties"]?[member.key] {
        faults += try self.faults(member.value, known)
      } else if patterns.isEmpty, let others = rule["additionalProperties"] {
        if others.text == "false" {
          faults.append("\(value.path): has \(member.key)")
        } else {
          faults += try self.faults(member.value, others)
        }
      }
    }
    return faults
  }

  private func elementFaults(_ value: JSONNode, _ rule: JSONNode) throws -> [String] {
    guard case .array(let elements) = value.value else { return [] }
    var faults: [String] = []
    let count = Double(elements.count)
    if count < rule["minItems"]?.numberValue ?? 0 || count > rule["maxItems"]?.numberValue ?? count
    {
      faults.append("\(value.path): has \(elements.count) elements")
    }
    if rule["uniqueItems"]?.text == "true",
      Set(elements.map { $0.numberValue.map { "\($0)" } ?? $0.text }).count < elements.count
    {
      faults.append("\(value.path): has an element twice")
    }
    guard let items = rule["items"] else { return faults }
    for (index, element) in elements.enumerated() {
      guard !items.elements.isEmpty else {
        faults += try self.faults(element, items)
        continue
      }
      if index < items.elements.count {
        faults += try self.faults(element, items.elements[index])
      }
    }
    return faults
  }

  private func combinationFaults(_ value: JSONNode, _ rule: JSONNode) throws -> [String] {
    func isValid(_ part: JSONNode) throws -> Bool { try faults(value, part).isEmpty }
    var found: [String] = []
    for part in rule["allOf"]?.elements ?? [] { found += try faults(value, part) }
    if let parts = rule["anyOf"]?.elements, try !parts.contains(where: isValid) {
      found.append("\(value.path): is none of anyOf")
    }
    if let parts = rule["oneOf"]?.elements, try parts.filter(isValid).count != 1 {
      found.append("\(value.path): is not one of oneOf")
    }
    if let part = rule["not"], try isValid(part) {
      found.append("\(value.path): is what it must not be")
    }
    if let condition = rule["if"] {
      if let part = rule[try isValid(condition) ? "then" : "else"] {
        found += try faults(value, part)
      }
    }
    return found
  }
}
