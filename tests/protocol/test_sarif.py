"""The SARIF that `check` prints, read by libraries that others wrote."""

import json
import subprocess

from conftest import REPOSITORY, SERVER
from sarif import loader
from sarif_pydantic import Sarif


def check(directory, form):
    done = subprocess.run(
        [SERVER, "check", ".", "--no-config", "--format", form], cwd=directory, capture_output=True, text=True
    )
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def workspace(tmp_path):
    """Places behind characters of two units, and names of files that a URI cannot hold as they are."""
    skill = tmp_path / "skills" / "50% off [now] é"
    skill.mkdir(parents=True)
    (skill / "SKILL.md").write_text("---\nname: Off\ndescription: D.\n---\n\n🦀🦀 [gone](gone.md)\n")
    other = tmp_path / "skills" / "other"
    other.mkdir()
    (other / "SKILL.md").write_text("---\nname: other\n---\n")
    return tmp_path


def test_others_read_what_the_json_says(tmp_path):
    for directory in (REPOSITORY / "tests/workspace", workspace(tmp_path)):
        told = json.loads(check(directory, "json"))["diagnostics"]
        assert told
        text = check(directory, "sarif")
        run = Sarif.model_validate_json(text).runs[0]
        rules = [rule.id for rule in run.tool.driver.rules]
        assert len(run.results) == len(told)
        for result, diagnostic in zip(run.results, told):
            place = result.locations[0].physical_location
            start, end = diagnostic["range"]["start"], diagnostic["range"]["end"]
            assert result.rule_id == diagnostic["code"] == rules[result.rule_index]
            assert result.message.text == diagnostic["message"]
            assert (place.region.start_line, place.region.start_column) == (start["line"] + 1, start["character"] + 1)
            assert (place.region.end_line, place.region.end_column) == (end["line"] + 1, end["character"] + 1)
        saved = tmp_path / "found.sarif"
        saved.write_text(text)
        records = loader.load_sarif_file(str(saved)).get_records()
        assert [record["Code"] for record in records] == [one["code"] for one in told]
        severities = {"error": "error", "warning": "warning", "info": "note", "hint": "note"}
        assert [record["Severity"] for record in records] == [severities[one["severity"]] for one in told]


def test_names_of_files_are_uris(tmp_path):
    run = Sarif.model_validate_json(check(workspace(tmp_path), "sarif")).runs[0]
    uris = {result.locations[0].physical_location.artifact_location.uri for result in run.results}
    assert "skills/50%25%20off%20%5Bnow%5D%20%C3%A9/SKILL.md" in uris, uris
