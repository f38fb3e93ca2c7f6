# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that CMake reads each toolchain file, and that clang compiles for the machine that it names. Nothing of these
machines is fetched for that, as a build for them needs."""
import os
import re
import runpy
import subprocess
from pathlib import Path

import pytest
from machines import HERE, MACHINES, ROOT

FILES = sorted({*HERE.glob("*.cmake"), *(ROOT / "packaging/toolchains").glob("*.cmake")})
SHARED = "cross.cmake"  # the part that the others include
VARIABLES = ("CMAKE_SYSTEM_PROCESSOR", "CMAKE_C_COMPILER", "CMAKE_CXX_COMPILER", "CMAKE_AR", "CMAKE_RANLIB",
             "CMAKE_C_COMPILER_TARGET", "NOWPLAYING_SWIFT_TARGET", "NOWPLAYING_MULTIARCH")


def read_by_cmake(file, folder):
    """Returns the variables that a toolchain file sets."""
    script = folder / "print.cmake"
    script.write_text(f"include({file})\n" + "".join(f'message("{name}=${{{name}}}")\n' for name in VARIABLES))
    done = subprocess.run(["cmake", f"-DCMAKE_SYSROOT={folder}", "-P", script], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stderr
    return dict(re.findall(r"^(\w+)=(.*)$", done.stderr, re.M))


def test_each_machine_has_a_file():
    assert {machine.toolchain for machine in MACHINES.values()} == {file for file in FILES if file.name != SHARED}


@pytest.mark.parametrize("name", MACHINES)
def test_cmake_reads_it(name, tmp_path):
    machine = MACHINES[name]
    found = read_by_cmake(machine.toolchain, tmp_path)
    assert all(found.values()), found
    assert found["NOWPLAYING_MULTIARCH"] == machine.multiarch
    if machine.swift:
        assert found["NOWPLAYING_SWIFT_TARGET"] == machine.swift[1]
    for tool in ("CMAKE_C_COMPILER", "CMAKE_CXX_COMPILER", "CMAKE_AR", "CMAKE_RANLIB"):
        subprocess.run([found[tool], "--version"], check=True, stdout=subprocess.DEVNULL)
    (tmp_path / "empty.c").write_text("int empty;\n")
    made = tmp_path / "empty.o"
    subprocess.run([found["CMAKE_C_COMPILER"], f"--target={found['CMAKE_C_COMPILER_TARGET']}", "-c",
                    tmp_path / "empty.c", "-o", made], check=True)
    assert made.read_bytes()[:4] == b"\x7fELF"


def test_the_compiler_of_other_machines_tells_its_version():
    # packaging/make-dist asks outside of a build, where no folder of modules is chosen.
    without = {name: value for name, value in os.environ.items() if name != "SWIFT_RESOURCES"}
    told = [subprocess.run([swiftc, "--version"], check=True, capture_output=True, text=True, env=without).stdout
            for swiftc in (Path(__file__).with_name("swiftc"), "swiftc")]
    assert told[0] == told[1] != ""


@pytest.mark.parametrize("name", [name for name, machine in MACHINES.items() if machine.swift])
def test_each_function_has_a_table_of_unwinding(name, tmp_path):
    target = read_by_cmake(MACHINES[name].toolchain, tmp_path)["CMAKE_C_COMPILER_TARGET"]
    # As Swift writes a function, for which nothing is thrown.
    text = ('define void @calls() #0 {\n  call void @other()\n  ret void\n}\ndeclare void @other()\n'
            'attributes #0 = { nounwind "frame-pointer"="all" }\n')
    text, words = runpy.run_path(HERE / "swiftc")["for_linux"](text, target)
    made = subprocess.run(["clang", f"--target={target}", *words, "-S", "-x", "ir", "-", "-o", "-"], input=text,
                          check=True, capture_output=True, text=True).stdout
    assert re.search(r"\.cfi_offset|\.save", made) and ".cantunwind" not in made, made


def test_the_stack_is_given_back_after_a_call_that_uses_it(tmp_path):
    # As Swift's withUnsafeTemporaryAllocation: the stack pointer is saved in another block than it is restored.
    target = read_by_cmake(HERE / "s390x.cmake", tmp_path)["CMAKE_C_COMPILER_TARGET"]
    text = """define void @calls(i64 %size, i1 %wanted) nounwind {
  %saved = call ptr @llvm.stacksave.p0()
  %room = alloca i8, i64 %size
  br i1 %wanted, label %use, label %end
use:
  call void @other(ptr %room)
  call void @llvm.stackrestore.p0(ptr %saved)
  br label %end
end:
  ret void
}
declare void @other(ptr)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
"""
    text, words = runpy.run_path(HERE / "swiftc")["for_linux"](text, target)
    made = subprocess.run(["clang", f"--target={target}", *words, "-O2", "-S", "-x", "ir", "-", "-o", "-"], input=text,
                          check=True, capture_output=True, text=True).stdout
    used = made.partition("# %use")[2]
    assert re.search(r"brasl.*other(?s:.)*lgr\s+%r15", used) and not re.search(r"lgr\s+%r15(?s:.)*brasl", used), made
