# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Assembly that GNU as understands, from binutils 2.35 on: what LLVM writes, and what is in an object file."""
import re
import struct

# Sections that Swift's own linker reads, and no other.
DROPPED = {".linker-options", ".swift1_autolink_entries"}

SECTION = re.compile(r'\s*\.section\s+("[^"]*"|[^,\s]+)(,"(\w*)")?')
OTHER_SECTION = re.compile(r"\s*\.(text|data|bss)\b")
TYPE = re.compile(r"\s*\.type\b")
# With the directive before it where a quoted word is a text, not a name. A name may go over several lines.
QUOTED = re.compile(r'(\.(?:ascii|asciz|string|file|ident)\s+)?"((?:[^"\\]|\\.)*)"', re.S)


def for_gnu(text):
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


# ---- Object files ----

MACHINES = {
    62: {1: "R_X86_64_64", 2: "R_X86_64_PC32", 4: "R_X86_64_PLT32", 9: "R_X86_64_GOTPCREL", 41: "R_X86_64_GOTPCRELX",
         42: "R_X86_64_REX_GOTPCRELX"},
    183: {257: "R_AARCH64_ABS64", 275: "R_AARCH64_ADR_PREL_PG_HI21", 277: "R_AARCH64_ADD_ABS_LO12_NC",
          278: "R_AARCH64_LDST8_ABS_LO12_NC", 282: "R_AARCH64_JUMP26", 283: "R_AARCH64_CALL26",
          284: "R_AARCH64_LDST16_ABS_LO12_NC", 285: "R_AARCH64_LDST32_ABS_LO12_NC",
          286: "R_AARCH64_LDST64_ABS_LO12_NC"},
}
PROGBITS, SYMTAB, RELA = 1, 2, 4
WRITE, ALLOC, EXECUTE = 1, 2, 4
PER_LINE = 24


class ObjectFile:
    """A relocatable ELF file of 64 bits, which becomes lines of assembly. `prefix` begins its labels."""

    def __init__(self, data, prefix):
        self.data, self.prefix = data, prefix
        assert data[:6] == b"\x7fELF\x02\x01", "this is no ELF file of 64 bits, little-endian"
        self.relocations = MACHINES[struct.unpack_from("<H", data, 18)[0]]
        (start,), (size, count, names) = struct.unpack_from("<Q", data, 40), struct.unpack_from("<HHH", data, 58)
        self.sections = [struct.unpack_from("<IIQQQQIIQQ", data, start + size * index) for index in range(count)]
        self.names = self.sections[names][4]
        table = next(section for section in self.sections if section[1] == SYMTAB)
        texts = self.sections[table[6]][4]
        self.symbols = []
        for offset in range(table[4], table[4] + table[5], 24):
            name, info, _, index, value, length = struct.unpack_from("<IBBHQQ", data, offset)
            self.symbols.append((self.text(texts + name), info, index, value, length))

    def text(self, offset):
        return self.data[offset:self.data.index(b"\0", offset)].decode()

    def target(self, number):
        """A symbol as an operand: one of this file by its place, as all local ones are."""
        name, info, index, value, _ = self.symbols[number]
        return f".L{self.prefix}{index}+{value}" if info >> 4 == 0 else name

    def assembly(self):
        lines = []
        for index, (name, kind, flags, _, offset, size, _, _, align, _) in enumerate(self.sections):
            name = self.text(self.names + name)
            if kind != PROGBITS or not flags & ALLOC or not size or name == ".eh_frame":
                continue
            letters = "".join(letter for bit, letter in ((ALLOC, "a"), (WRITE, "w"), (EXECUTE, "x")) if flags & bit)
            label = f".L{self.prefix}{index}"
            lines += [f'\t.section {name},"{letters}",@progbits', f"\t.balign {max(align, 1)}", f"{label}:"]
            content = self.data[offset:offset + size]
            for line in range(0, size, PER_LINE):
                lines.append("\t.byte " + ",".join(map(str, content[line:line + PER_LINE])))
            lines += self.relocation_lines(index, label) + self.symbol_lines(index, label)
        return lines

    def relocation_lines(self, section, label):
        lines = []
        for _, kind, _, _, offset, size, _, of, _, _ in self.sections:
            if kind != RELA or of != section:
                continue
            for place, info, addend in struct.iter_unpack("<QQq", self.data[offset:offset + size]):
                name = self.relocations[info & 0xFFFFFFFF]
                lines.append(f"\t.reloc {label}+{place}, {name}, {self.target(info >> 32)}{addend:+}")
        return lines

    def symbol_lines(self, section, label):
        lines = []
        for name, info, index, value, size in self.symbols:
            if index == section and info >> 4:
                kind = "function" if info & 15 == 2 else "object"
                lines += [f"\t.globl {name}", f"\t.hidden {name}", f"\t.type {name},@{kind}",
                          f"\t.set {name}, {label}+{value}", f"\t.size {name}, {size}"]
        return lines


def of_objects(members):
    """Object files, by their names, as one text of assembly."""
    lines = []
    for number, (name, data) in enumerate(members.items()):
        lines += [f"/* {name} */", *ObjectFile(data, f"{chr(97 + number)}").assembly()]
    return "\n".join([*lines, '\t.section .note.GNU-stack,"",@progbits', ""])


def archive_members(data):
    """The files in an archive of `ar`, with the long names of GNU's."""
    assert data.startswith(b"!<arch>\n"), "this is no archive"
    members, long_names, offset = {}, b"", 8
    while offset + 60 <= len(data):
        name, size = data[offset:offset + 16].decode().rstrip(), int(data[offset + 48:offset + 58])
        content = data[offset + 60:offset + 60 + size]
        if name == "//":
            long_names = content
        elif name.startswith("/") and name[1:].isdigit():
            start = int(name[1:])
            members[long_names[start:long_names.index(b"/\n", start)].decode()] = content
        elif name != "/":
            members[name.rstrip("/")] = content
        offset += 60 + size + size % 2
    return members
