# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests of what the library makes of tags: files by many writers, read by what players are built on.

usage: python3 -m pytest -p no:cacheprovider [--build=DIR] Tests/Field/Tags [-k NAME]

`Tests/alone Tests/Field/Tags/run` prints what each reader has of the files. Needs what the suite "tags" of Tests/run
installs.
"""
import pytest
import readers
from field.tagged import corpus

pytest_plugins = ["testkit.plugin"]


@pytest.fixture(scope="session")
def files(request):
    """Returns the paths of the corpus's files."""
    folder = corpus.make(request.config.getoption("--build"))
    return [folder / name for name in corpus.FILES]


@pytest.fixture(scope="session", params=list(readers.READERS))
def reader(request):
    """Returns the name of a reader."""
    return request.param


@pytest.fixture(scope="session")
def pairs(files, reader, tmp_path_factory):
    """Returns the pairs of tags and values that a reader gives, by the names of the files."""
    return {path.name: found for path, found in readers.READERS[reader](files, tmp_path_factory.mktemp("r")).items()}
