"""What is written twice says the same: type stubs and the native module, versions, requirements."""

from __future__ import annotations

import ast
import itertools
import pathlib
import re

import quintain._native

PACKAGE = pathlib.Path(quintain._native.__file__).parent
ROOT = pathlib.Path(__file__).parent.parent


def test_the_stubs_have_every_name_and_no_other() -> None:
    tree = ast.parse((PACKAGE / "_native.pyi").read_text())
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            members = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
            real = getattr(quintain._native, node.name)
            missing = {name for name in members if not hasattr(real, name)}
            assert not missing, (node.name, missing)
            public = {name for name in vars(real) if not name.startswith("_")}
            attributes = {
                item.target.id
                for item in node.body
                if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
            }
            assert public <= members | attributes, (node.name, public - members)
    declared = {node.name for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    exported = {name for name in vars(quintain._native) if not name.startswith("_")}
    assert exported == declared


def test_a_release_is_built_with_what_the_tests_are_built_with() -> None:
    def pins(name: str) -> list[str]:
        lines = (ROOT / name).read_text().splitlines()
        code = [line.strip(" \\") for line in lines if not line.strip().startswith("#")]
        start = next(i for i, line in enumerate(code) if line.startswith("maturin=="))
        hashes = itertools.takewhile(lambda line: line.startswith("--hash"), code[start + 1 :])
        return [code[start], *hashes]

    assert len(pins("requirements.txt")) > 5
    assert pins("requirements-build.txt") == pins("requirements.txt")


def test_everything_that_is_released_has_one_version() -> None:
    top = ROOT.parent.parent
    versions = {
        "Cargo.toml": r'^version = "(.*)"',
        "crates/python/Cargo.toml": r'^version = "(.*)"',
        "web/package.json": r'^  "version": "(.*)"',
        "web/core/package.json": r'^  "version": "(.*)"',
        "CITATION.cff": r"^version: (.*)",
    }
    for name, pattern in versions.items():
        found = re.search(pattern, (top / name).read_text(), re.MULTILINE)
        assert found is not None, name
        assert found[1] == quintain.__version__, name
