"""The type stubs say what the native module has."""

from __future__ import annotations

import ast
import pathlib

import quintain._native

PACKAGE = pathlib.Path(quintain._native.__file__).parent


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
