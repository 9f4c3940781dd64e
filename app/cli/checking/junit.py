"""Checked answers as JUnit XML: a test case each, failed where the gate did not let it pass."""

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from app.cli.checking.run import CheckedRow
from app.cli.checking.xml_text import xml_text
from grounding.pipelines.findings import describe, describe_failures, findings


def junit(checked: Sequence[CheckedRow]) -> str:
    """The document. A row that was refused is an error, one that the gate stopped a failure."""
    errors = sum(bool(one.error) for one in checked)
    failures = sum(bool(one.refusal) for one in checked) - errors
    counts = {"tests": len(checked), "failures": failures, "errors": errors}
    attributes = {"name": "sureground"} | {name: str(count) for name, count in counts.items()}
    root = ET.Element("testsuites", attributes)
    suite = ET.SubElement(root, "testsuite", attributes)
    for one in checked:
        place = {"file": xml_text(one.row.file), "line": str(max(one.row.line, 1))}
        case = ET.SubElement(
            suite,
            "testcase",
            {"name": xml_text(one.row.id), "classname": xml_text(one.row.file)} | place,
        )
        if one.report is None:
            ET.SubElement(case, "error", {"message": xml_text(one.error), "type": "refused"})
            continue
        if one.refusal:
            stopped = ET.SubElement(case, "failure", {"message": xml_text(one.refusal), "type": "grounding"})
            stopped.text = xml_text(describe_failures(one.report))
        told = [f"support score {one.report.support_score:.2f}"]
        told += [describe(one.report, finding) for finding in findings(one.report)]
        ET.SubElement(case, "system-out").text = xml_text("\n".join(told))
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"
