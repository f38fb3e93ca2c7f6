# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Section 6, rule 1: no value is sent twice without the reason that the rule names. The passive checker looks for
repetitions in all messages."""

import pytest

from testkit.passive import PROPERTIES
from testkit.protocol import SESSION
from testkit.wire import CALL, Message


def ask_for(surface, path, member, *body, flags=0):
    """Reads properties, without waiting for the answer."""
    surface.send(Message(type=CALL, flags=flags, destination=surface.local.owner, path=path, interface=PROPERTIES,
                         member=member, signature="s" * len(body), body=list(body)))


@pytest.mark.parametrize("ask", [("GetAll", SESSION), ("GetAll", ""), ("Get", SESSION, "Volume")])
def test_6_1_who_reads_it_is_owed_it(main, ask):
    assert main.there_and_back(lambda: ask_for(main.surface, main.path, *ask)) == [0.3, 0.3]
