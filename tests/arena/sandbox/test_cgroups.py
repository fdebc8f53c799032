"""Finding the arena's own groups on all kinds of machines."""

from pathlib import Path

import pytest

from arena.sandbox.cgroups import NoCgroupError, hand_on, own_groups

HYBRID = """\
32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu
35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory
39 31 0:36 / /sys/fs/cgroup/pids rw,relatime shared:9 - cgroup cgroup rw,pids
40 31 0:37 / /sys/fs/cgroup/systemd rw,relatime - cgroup cgroup rw,name=systemd
41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw
42 31 254:0 / / rw - ext4 /dev/vda rw
"""
UNIFIED = "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n"
DOCKER = "30 23 0:26 /docker/abc /sys/fs/cgroup/memory ro,nosuid - cgroup cgroup rw,memory\n"


@pytest.mark.parametrize(
    ("groups", "mounts", "found"),
    [
        (
            "8:pids:/\n4:memory:/user/1\n2:cpu,cpuacct:/\n0::/\n",
            HYBRID,
            {
                "": "/sys/fs/cgroup/unified",
                "memory": "/sys/fs/cgroup/memory/user/1",
                "pids": "/sys/fs/cgroup/pids",
                "cpu": "/sys/fs/cgroup/cpu",
            },
        ),
        ("0::/user.slice/run-1.scope\n", UNIFIED, {"": "/sys/fs/cgroup/user.slice/run-1.scope"}),
        ("4:memory:/docker/abc\n", DOCKER, {"memory": "/sys/fs/cgroup/memory"}),
        ("4:memory:/elsewhere\n", DOCKER, {}),
        ("", "", {}),
    ],
)
def test_own_groups_are_found_below_their_mounts(groups: str, mounts: str, found: dict[str, str]) -> None:
    assert own_groups(groups, mounts) == {name: Path(path) for name, path in found.items()}


def group(folder: Path, controllers: str, subtree: str, processes: str) -> Path:
    for name, text in (("controllers", controllers), ("subtree_control", subtree), ("procs", processes)):
        (folder / f"cgroup.{name}").write_text(text)
    return folder


def test_controllers_that_are_handed_on_already_stay_as_they_are(tmp_path: Path) -> None:
    hand_on(group(tmp_path, "cpu memory pids", "memory pids", "1\n"), ("memory", "pids"))

    assert (tmp_path / "cgroup.subtree_control").read_text() == "memory pids"


def test_a_group_without_the_controllers_says_how_to_get_one(tmp_path: Path) -> None:
    with pytest.raises(NoCgroupError, match=r"no controller memory, pids; run it as systemd-run .* Delegate=yes"):
        hand_on(group(tmp_path, "hugetlb", "", ""), ("memory", "pids"))


def test_processes_of_others_are_not_moved(tmp_path: Path) -> None:
    with pytest.raises(NoCgroupError, match="holds other programs besides the arena"):
        hand_on(group(tmp_path, "memory pids", "", "1\n"), ("memory", "pids"))

    assert (tmp_path / "cgroup.subtree_control").read_text() == ""
