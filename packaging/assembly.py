# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Assembly that GNU as understands, from binutils 2.35 on, of what LLVM writes."""
import re

# Sections that Swift's own linker reads, and no other.
DROPPED = {".linker-options", ".swift1_autolink_entries"}

SECTION = re.compile(r'\s*\.section\s+("[^"]*"|[^,\s]+)(,"(\w*)")?')
OTHER_SECTION = re.compile(r"\s*\.(text|data|bss)\b")
TYPE = re.compile(r"\s*\.type\b")
# With the directive before it where a quoted word is a text, not a name. A name may go over several lines.
QUOTED = re.compile(r'(\.(?:ascii|asciz|string|file|ident)\s+)?"((?:[^"\\]|\\.)*)"', re.S)
# Of extensions of RISC-V, of which GCC says what the machine has.
EXTENSIONS = re.compile(r"\s*\.attribute\s+5,")
# An instruction of RISC-V that has this name since binutils 2.36.
BYTE = re.compile(r"(\s+)zext\.b(\s+\w+, \w+)")
# An instruction of ARM with a name that begins as an immediate number does.
OPERAND = re.compile(r'(\s+[a-z][^"@]*?)(\$[\w$.]+)')


def for_machine(line, machine):
    """A line as the assembler of a machine reads it."""
    if machine == "riscv64":
        return "" if EXTENSIONS.match(line) else BYTE.sub(r"\1andi\2, 255", line)
    if machine == "armhf" and (found := OPERAND.match(line)):
        return f'{found[1]}"{found[2]}"{line[found.end():]}'
    return line


def for_gnu(text, machine):
    """A file by LLVM, of which GNU as before 2.40 does not know all.

    Labels that are texts in quotes get a number instead, the sections that nobody reads are left out, and so is the
    flag by which a linker keeps a section: what is exported keeps what it needs.
    """
    numbers = {}

    def number(match):
        if match[1] or not match[2].startswith(".L"):
            return match[0]
        return f".Lquoted{numbers.setdefault(match[2], len(numbers))}"

    written, waiting, dropping = [], [], False
    for line in QUOTED.sub(number, text).split("\n"):
        # LLVM writes the type of a symbol before the section in which it is.
        if TYPE.match(line):
            waiting.append(line)
            continue
        line = for_machine(line, machine)
        section = SECTION.match(line)
        if section:
            dropping = section[1].strip('"') in DROPPED
            if section[3] and "R" in section[3]:
                line = line[:section.start(3)] + section[3].replace("R", "") + line[section.end(3):]
        elif OTHER_SECTION.match(line):
            dropping = False
        written += [*waiting, line] if not dropping else []
        waiting = []
    return "\n".join(written + waiting)
