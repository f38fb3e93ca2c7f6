# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The bases of the enumerations. A value that this package does not know may come from a newer library, and is legal:
it becomes a member without a name of its own."""
from enum import IntEnum, IntFlag
from typing import Any, Tuple


class OpenEnum(IntEnum):
    @classmethod
    def _missing_(cls, value: object) -> "OpenEnum":
        if not isinstance(value, int):
            raise ValueError(f"{value!r} is not a valid {cls.__name__}")
        member = int.__new__(cls, value)
        member._name_ = f"UNKNOWN_{value}"
        member._value_ = value
        return member

    def __str__(self) -> str:
        return self.name

    def __format__(self, spec: str) -> str:
        return format(self.name, spec)

    def __reduce_ex__(self, _protocol: Any) -> Tuple[Any, ...]:
        return type(self), (self.value,)  # works for members without a name, too


class Flags(IntFlag):
    def __str__(self) -> str:
        return "|".join(name for name, bit in type(self).__members__.items() if bit and bit in self) or "NONE"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)
