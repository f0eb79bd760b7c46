"""Holds SARIF, JUnit and outputs for dashboards to what their readers require, for schemas.py.

The rules for SARIF are those of the standard, OASIS SARIF 2.1.0, for what simbench writes of it: no
Debian package has its schema. JUnit has no standard; junit.xsd is what the schemas of Jenkins and
Surefire share, and xmllint holds documents to it. The schema of Bencher Metric Format is the
published one, closed and with the maximum lengths of names; that of github-action-benchmark has the
fields of its documentation. All are shown broken documents, too."""

import copy
import json
import re
import subprocess
from pathlib import Path

import jsonschema

XSD = Path(__file__).with_name("junit.xsd")


def closed(required, optional=None):
    return {"type": "object", "required": list(required), "additionalProperties": False,
            "properties": {**required, **(optional or {})}}


TEXT = {"type": "string", "minLength": 1}
MESSAGE = closed({"text": TEXT})  # 3.11: a message, or the same of a rule (3.12)
LEVEL = {"enum": ["none", "note", "warning", "error"]}  # 3.27.10
# 3.4.3: a reference by RFC 3986; 3.4.4: a base only beside a relative one
RELATIVE = {"type": "string",
            "pattern": r"^(?!file:)([A-Za-z0-9._~/:@!$&'()*+,;=-]|%[0-9A-F]{2})+$"}
ABSOLUTE = {"type": "string",
            "pattern": r"^file:///([A-Za-z0-9._~/:@!$&'()*+,;=-]|%[0-9A-F]{2})*$"}
FOLDER = closed({"uri": {**ABSOLUTE, "pattern": ABSOLUTE["pattern"][:-1] + "(?<=/)$"}})  # 3.14.14
LOCATION = closed({"physicalLocation": closed({  # 3.28, 3.29
    "artifactLocation": {"anyOf": [
        closed({"uri": RELATIVE}, {"uriBaseId": {"const": "%SRCROOT%"}}),
        closed({"uri": ABSOLUTE})]},
    "region": closed({"startLine": {"type": "integer", "minimum": 1}})})})  # 3.30.5
RULE = closed({  # 3.49
    "id": TEXT, "name": TEXT, "shortDescription": MESSAGE, "fullDescription": MESSAGE,
    "help": MESSAGE, "defaultConfiguration": closed({"level": LEVEL})})
RESULT = closed({  # 3.27
    "ruleId": TEXT, "ruleIndex": {"type": "integer", "minimum": 0}, "level": LEVEL,
    "message": MESSAGE, "locations": {"type": "array", "items": LOCATION},
    "partialFingerprints": {"type": "object", "minProperties": 1, "additionalProperties": TEXT}})
NOTIFICATION = closed({  # 3.58
    "level": LEVEL, "message": MESSAGE, "locations": {"type": "array", "items": LOCATION}})
LOG = closed({  # 3.13
    "version": {"const": "2.1.0"}, "$schema": {"type": "string", "format": "uri"},
    "runs": {"type": "array", "minItems": 1, "items": closed({  # 3.14
        "tool": closed({"driver": closed({  # 3.18, 3.19
            "name": TEXT, "version": TEXT,
            "rules": {"type": "array", "items": RULE, "uniqueItems": True}})}),
        "automationDetails": closed({"id": TEXT}),  # 3.17
        "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
        "invocations": {"type": "array", "items": closed({  # 3.20
            "executionSuccessful": {"type": "boolean"},
            "toolExecutionNotifications": {"type": "array", "items": NOTIFICATION}},
            {"workingDirectory": FOLDER})},  # 3.20.19
        "results": {"type": "array", "items": RESULT}},
        {"originalUriBaseIds": closed({"%SRCROOT%": FOLDER})})}})
SHAPE = jsonschema.Draft7Validator(LOG)
NUMBER = {"type": "number"}
BMF = {"type": "object", "propertyNames": {"minLength": 1, "maxLength": 1024},
       "additionalProperties": {
           "type": "object", "propertyNames": {"minLength": 1, "maxLength": 64},
           "additionalProperties": closed(
               {"value": NUMBER}, {"lower_value": NUMBER, "upper_value": NUMBER})}}
BENCHMARKS = {"type": "array", "items": closed(
    {"name": TEXT, "unit": TEXT, "value": NUMBER}, {"range": TEXT, "extra": TEXT})}
# OpenMetrics 1.0, gauges and counters; a line at a time.
OM_NAME = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
OM_TEXT = r'(?:[^\\"\n]|\\[n"\\])*'
OM_LABEL = rf'[a-zA-Z_][a-zA-Z0-9_]*="{OM_TEXT}"'
OM_VALUE = r"[+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?"
OM_LINE = re.compile(
    rf"# TYPE (?P<typed>{OM_NAME}) (?P<type>gauge|counter)"
    rf"|# UNIT (?P<measured>{OM_NAME}) (?P<unit>[a-z]+)"
    rf"|# HELP (?P<helped>{OM_NAME}) {OM_TEXT}"
    rf"|(?P<sample>{OM_NAME})(?P<labels>{{{OM_LABEL}(?:,{OM_LABEL})*}})? {OM_VALUE}")


def sarif_faults(log):
    """What the standard does not allow, or what would make readers take two things for one."""
    faults = [f"{list(error.absolute_path)}: {error.message[:200]}"
              for error in SHAPE.iter_errors(log)]
    if faults:
        return faults
    for run in log["runs"]:
        # 3.4.4: a base that is used is one of those that the run names.
        based = '"uriBaseId"' in json.dumps([run["results"], run["invocations"]])
        if based and "originalUriBaseIds" not in run:
            faults.append("a base without an address")
        rules = run["tool"]["driver"]["rules"]
        for key in ("id", "name"):
            words = [rule[key] for rule in rules]
            if len(set(words)) != len(words):
                faults.append(f"rules share a {key}: {words}")
        if len({json.dumps(rule["fullDescription"]) for rule in rules}) != len(rules):
            faults.append("rules share a full description")
        for rule in rules:
            # 3.49.7: a name says more than the id.
            if rule["name"] == rule["id"]:
                faults.append(f"rule {rule['id']}: the name is the id")
            for key in ("shortDescription", "fullDescription", "help"):
                # 3.11.3: a message is sentences, which end.
                if not rule[key]["text"].endswith("."):
                    faults.append(f"rule {rule['id']}: {key} is no sentence")
        prints = []
        for result in run["results"]:
            index = result["ruleIndex"]
            # 3.27.7: the index and the id mean one rule.
            if index >= len(rules) or rules[index]["id"] != result["ruleId"]:
                faults.append(f"{result['ruleId']}: rule {index} is another one")
            prints.append(json.dumps(result["partialFingerprints"]))
        if len(set(prints)) != len(prints):
            faults.append("two results have one fingerprint")
        notes = [note["message"] for part in run["invocations"]
                 for note in part["toolExecutionNotifications"]]
        for message in [item["message"] for item in run["results"]] + notes:
            # 3.11.5, 3.11.6: braces are placeholders and brackets links, unless doubled or apart.
            plain = message["text"].replace("{{", "").replace("}}", "")
            if any(part in plain for part in ("{", "}", "](")):
                faults.append(f"not plain text: {message['text'][:80]}")
    return faults


def broken_logs(log):
    """The log with one thing wrong; it has a result at least."""
    def changed(change):
        other = copy.deepcopy(log)
        change(other["runs"][0])
        return other

    def rule(run):
        return run["tool"]["driver"]["rules"]

    yield "another version", {**log, "version": "2.0.0"}
    yield "no runs", {**log, "runs": []}
    yield "a key more", {**log, "planted": 1}
    yield "no rules", changed(lambda run: run["tool"]["driver"].update(rules=[]))
    yield "a line 0", changed(lambda run: run["results"][0]["locations"][0]["physicalLocation"][
        "region"].update(startLine=0))
    yield "a space in a reference", changed(lambda run: run["results"][0]["locations"][0][
        "physicalLocation"]["artifactLocation"].update(uri="a b.json"))
    yield "a base beside a whole address", changed(lambda run: run["results"][0]["locations"][0][
        "physicalLocation"].update(artifactLocation={"uri": "file:///a", "uriBaseId": "%SRCROOT%"}))
    yield "a base without an address", changed(lambda run: (
        run.pop("originalUriBaseIds", None), run["results"][0]["locations"][0][
            "physicalLocation"].update(artifactLocation={"uri": "a", "uriBaseId": "%SRCROOT%"})))
    yield "no message", changed(lambda run: run["results"][0].pop("message"))
    yield "another level", changed(lambda run: run["results"][0].update(level="fatal"))
    yield "a wrong index", changed(lambda run: run["results"][0].update(ruleIndex=999))
    yield "a place", changed(lambda run: run["results"][0]["message"].update(text="{0}"))
    yield "a link", changed(lambda run: run["results"][0]["message"].update(text="[a](b)"))
    yield "a result twice", changed(lambda run: run["results"].append(run["results"][0]))
    yield "no help", changed(lambda run: rule(run)[0].pop("help"))
    yield "no full description", changed(lambda run: rule(run)[0].pop("fullDescription"))
    yield "one name for all", changed(lambda run: [one.update(name="budget") for one in rule(run)])
    yield "an id twice", changed(lambda run: rule(run).append({**rule(run)[0], "name": "other"}))


def junit_fault(path):
    """What xmllint says of a document that the schema does not allow; nothing when it does."""
    done = subprocess.run(["xmllint", "--noout", "--schema", str(XSD), str(path)],
                          capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stderr or f"exit code {done.returncode}"


def broken_suites(text):
    """The document with one thing wrong; it has a failure at least."""
    suite = text[text.index("  <testsuite "):text.index("</testsuite>") + len("</testsuite>\n")]
    yield "a suite twice", text.replace("</testsuites>", suite + "</testsuites>")
    case = re.search(r" +<testcase [^>]*/>\n", text).group()
    yield "a case twice", text.replace(case, case + case, 1)
    for old, new in (
            (' time="', ' seconds="'), ("<failure ", "<flaw "), (' message="', ' words="'),
            ('tests="', 'tests="-'),
            (' classname="', ' class="'), ("<testcase ", "<testcase planted='' ")):
        yield f"{new} for {old}", text.replace(old, new)


def json_fault(schema, value):
    """The first fault of a value by a schema; nothing if it is valid."""
    return next((f"{list(error.absolute_path)}: {error.message[:200]}"
                 for error in jsonschema.Draft7Validator(schema).iter_errors(value)), "")


def openmetrics_fault(text):
    """The first fault of a text by OpenMetrics 1.0; nothing if it is valid."""
    if not text.endswith("# EOF\n"):
        return "no # EOF at the end"
    families, samples, family, kind, is_open = set(), set(), "", "", False
    for line in text[:-len("# EOF\n")].splitlines():
        part = OM_LINE.fullmatch(line)
        if not part:
            return f"not a line of OpenMetrics: {line[:120]}"
        if part["typed"]:
            family, kind, is_open = part["typed"], part["type"], True
            if family in families:
                return f"a family twice: {family}"
            families.add(family)
        elif part["sample"]:
            is_open = False
            if part["sample"] != family + ("_total" if kind == "counter" else ""):
                return f"a sample of another family: {line[:120]}"
            if (key := (part["sample"], part["labels"])) in samples:
                return f"a sample twice: {key}"
            samples.add(key)
        elif not is_open or family != (part["measured"] or part["helped"]):
            return f"not before the samples: {line[:120]}"
        elif part["unit"] and not family.endswith("_" + part["unit"]):
            return f"the unit is not a suffix: {line[:120]}"
    return ""


def dashboard_faults(run, folder, name, files, judged):
    """The faults in the outputs for dashboards, and those that broken ones are allowed."""
    bmf, benchmarks, text = (folder / f"{name}.{end}" for end in ("bmf", "benchmarks", "om"))
    run("report", *files, "--quiet", "--bmf", bmf, "--benchmark-json", benchmarks,
        "--openmetrics", text, allowed=judged)
    bmf, benchmarks = (json.loads(path.read_text()) for path in (bmf, benchmarks))
    text = text.read_text()
    found = (json_fault(BMF, bmf), json_fault(BENCHMARKS, benchmarks), openmetrics_fault(text))
    faults = [f"{name}, for dashboards: {fault}" for fault in found if fault]
    names = [entry["name"] for entry in benchmarks]
    if not bmf or not all(bmf.values()) or not names or len(set(names)) != len(names):
        faults.append(f"{name}, for dashboards: no metrics, or a name twice")
    first = text.splitlines(keepends=True)
    sample = next(line for line in first if line[0] != "#")
    broken = [
        json_fault(BMF, {"a": {"b": {"value": None}}}), json_fault(BMF, {"a": {"b": {}}}),
        json_fault(BMF, {"a": {"b" * 65: {"value": 1}}}),
        json_fault(BENCHMARKS, [{**benchmarks[0], "value": None}]),
        json_fault(BENCHMARKS, [{**benchmarks[0], "planted": 1}]),
        openmetrics_fault(text.replace("# EOF\n", "")), openmetrics_fault("".join(first[1:])),
        openmetrics_fault(text.replace(sample, sample + sample)),
        openmetrics_fault(text.replace('seed="', 'seed="\\x', 1)),
        openmetrics_fault(text.replace("# TYPE", "# TIPE", 1)),
    ]
    faults += [f"dashboards may have fault {place}" for place, one in enumerate(broken) if not one]
    return faults, 3 + len(broken)


def check(run, folder, results, judged):
    """The faults in reports of all results, of runs of one name, and of the gate."""
    faults, count = [], 0
    one = folder / "names/one/twin.json"
    two = folder / "names/two/twin.json"
    for path, limit in ((one, 0), (two, 1)):
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps({
            "name": "twin", "scene": "snowglobe", "frames": 130, "seed": limit + 1,
            "canvasSize": {"width": 160, "height": 80},
            "budgets": [{"id": "NEVER", "metric": "population.flakes.max", "atMost": limit},
                        {"id": "NEVER", "metric": "population.flakes.mean", "atMost": limit},
                        {"id": "EITHER", "metric": "population.flakes.min", "atMost": limit}]}))
    twins = folder / "twins.json"
    run("run", one, two, one, "--json", twins, "--quiet", "--out", folder / "names", allowed=judged)
    for name, files in (("all", results), ("twins", [twins])):
        sarif, junit = folder / f"{name}.sarif", folder / f"{name}.xml"
        run("report", *files, "--quiet", "--sarif", sarif, "--junit", junit, allowed=judged)
        log = json.loads(sarif.read_text())
        faults += [f"{sarif.name}: {fault}" for fault in sarif_faults(log)]
        faults += [f"{junit.name}: {fault}" for fault in [junit_fault(junit)] if fault]
        count += 2
        found, documents = dashboard_faults(run, folder, name, files, judged)
        faults += found
        count += documents
    for what, other in broken_logs(log):
        count += 1
        if not sarif_faults(other):
            faults.append(f"SARIF may have {what}")
    text = junit.read_text()
    for what, other in broken_suites(text):
        path = folder / "broken.xml"
        path.write_text(other)
        count += 1
        if other == text or not junit_fault(path):
            faults.append(f"JUnit may have {what}")
    gate = folder / "gate.xml"
    run("gate", one, "--baselines", folder / "names", "--junit", gate, "--quiet", allowed=(1, 6))
    faults += [f"{gate.name}: {fault}" for fault in [junit_fault(gate)] if fault]
    print(f"SARIF, JUnit and dashboards: {count + 1} documents")
    return faults


if __name__ == "__main__":
    print(__doc__.strip())
