# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Turns the assembly that LLVM writes into assembly that GNU as understands, from binutils 2.35 on."""
import re

# Sections that only Swift's own linker reads, and debug information with the lines that it is made of: the compiler
# writes tables of unwinding for a file that has some.
DROPPED = re.compile(r"\.linker-options$|\.swift1_autolink_entries$|\.debug_")
DEBUG_LINE = re.compile(r"\s*\.(loc|file\s+\d+)\s")

SECTION = re.compile(r'\s*\.section\s+("[^"]*"|[^,\s]+)(,"(\w*)")?')
OTHER_SECTION = re.compile(r"\s*\.(text|data|bss)\b")
TYPE = re.compile(r"\s*\.type\b")
# A quoted word: behind one of these directives a text, else a name, which may span several lines.
QUOTED = re.compile(r'(\.(?:ascii|asciz|string|file|ident)\s+)?"((?:[^"\\]|\\.)*)"', re.S)
# The list of RISC-V's extensions that a file uses. It is removed, because GCC tells the assembler what the machine has.
EXTENSIONS = re.compile(r"\s*\.attribute\s+5,")
# An instruction of RISC-V whose name binutils know only since 2.36; it is written as `andi` instead.
BYTE = re.compile(r"(\s+)zext\.b(\s+\w+, \w+)")
# An instruction of ARM with a name that begins with "$", as an immediate number does; the name is put in quotes.
OPERAND = re.compile(r'(\s+[a-z][^"@]*?)(\$[\w$.]+)')


def for_machine(line, machine):
    """Returns a line as the assembler of a machine reads it."""
    if machine == "riscv64":
        return "" if EXTENSIONS.match(line) else BYTE.sub(r"\1andi\2, 255", line)
    if machine == "armhf" and (found := OPERAND.match(line)):
        return f'{found[1]}"{found[2]}"{line[found.end():]}'
    return line


def for_gnu(text, machine):
    """Returns a file of LLVM's in a form that GNU as before 2.40 understands.

    Labels in quotes get numbers as names. Sections that only Swift's linker reads are left out, and so is the flag "R",
    by which a linker keeps a section: exported symbols keep all that they use. Debug information is left out.
    """
    numbers = {}

    def number(match):
        if match[1] or not match[2].startswith(".L"):
            return match[0]
        return f".Lquoted{numbers.setdefault(match[2], len(numbers))}"

    written, waiting, dropping = [], [], False
    for line in QUOTED.sub(number, text).split("\n"):
        if DEBUG_LINE.match(line):
            continue
        # LLVM writes the type of a symbol before the section of the symbol, and it is left out with the section.
        if TYPE.match(line):
            waiting.append(line)
            continue
        line = for_machine(line, machine)
        section = SECTION.match(line)
        if section:
            dropping = DROPPED.match(section[1].strip('"')) is not None
            if section[3] and "R" in section[3]:
                line = line[:section.start(3)] + section[3].replace("R", "") + line[section.end(3):]
        elif OTHER_SECTION.match(line):
            dropping = False
        written += [*waiting, line] if not dropping else []
        waiting = []
    return "\n".join(written + waiting).rstrip("\n") + "\n"
