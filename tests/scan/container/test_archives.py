"""Archives that lie, burst, hold themselves or point elsewhere: bounded, and told."""

import gzip
import io
import struct
import tarfile
import time
import zipfile
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.scan.container.made import tarred, zipped
from tests.scan.container.test_formats import read, why

from sealskill.model.report import Why
from sealskill.scan.decoder import MAX_DECODED, MAX_LAYERS, MAX_PIECES

ZEROS = bytes(64 << 20)
NAMES = st.text(
    st.characters(min_codepoint=33, max_codepoint=0x2FFF, blacklist_characters="/\\"), min_size=1, max_size=12
)
FILES = st.dictionaries(NAMES, st.text(max_size=60).map(str.encode), max_size=5)


def decoded(data: bytes, name: str = "file.bin") -> int:
    return sum(len(one.data) for one in read(data, name)[0])


@given(FILES)
@settings(max_examples=40, deadline=None)
def test_what_a_packer_made_comes_out_as_it_went_in(files):
    for data in (zipped(files), zipped(files, method=0), tarred(files), tarred(files, "w:gz")):
        if not files:
            continue
        documents, _ = read(data)
        texts = {one.data for one in documents}
        for body in files.values():
            plain = body.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
            assert plain in texts or not body or b"\0" in body or any(byte < 32 for byte in body)


@pytest.mark.parametrize(
    "data",
    [
        gzip.compress(ZEROS, 9), zlib.compress(ZEROS, 9), zipped({"a": ZEROS}), gzip.compress(gzip.compress(ZEROS, 9), 9),
        zipped({"a.zip": zipped({"b": ZEROS})}), zipped({f"{n}.txt": b"x" * (1 << 20) for n in range(40)}),
        tarred({f"{n}.txt": b"x" * (1 << 20) for n in range(30)}, "w:gz"), zipped({f"{n}.gz": gzip.compress(ZEROS, 9) for n in range(20)}),
    ],
    ids=["gzip of zeros", "zlib", "zip", "gzip twice", "zip in zip", "many members", "tar", "many bombs"],
)  # fmt: skip
def test_a_bomb_stays_under_the_cap_and_is_told(data):
    assert decoded(data) <= 2 * MAX_DECODED
    assert Why.TRUNCATED in why(data)


def test_archives_in_archives_end_at_a_depth():
    data = b"the bottom\n"
    for _ in range(MAX_LAYERS + 3):
        data = zipped({"a.zip": data})
    documents, unread = read(data)
    assert not any(b"the bottom" in one.data for one in documents)
    assert [one.why for one in unread] == [Why.TRUNCATED]


def test_an_archive_that_holds_itself_ends():
    """Each member is the archive around it, as far as a test can build one: the depth ends it, not luck."""
    data = zipped({"r": b"x"})
    for _ in range(30):
        data = zipped({"r.zip": data, "copy.zip": data[:2000]})
    assert Why.TRUNCATED in why(data)


def test_more_members_than_the_cap_are_told():
    assert why(zipped({f"{n}": b"" for n in range(MAX_PIECES + 10)}))


def test_a_zip_whose_two_names_differ_is_told():
    data = zipped({"harmless.txt": b"a", "b.txt": b"b"})
    torn = data.replace(b"harmless.txt", b"harmful!.sh ", 1)
    assert any("another" in one.said for one in read(torn)[1])


def test_a_zip_with_two_directories_is_read_by_the_last_and_the_rest_is_told():
    first, second = zipped({"a.txt": b"first words\n"}), zipped({"b.txt": b"second words\n"})
    documents, unread = read(first + second)
    assert {Why.TRAILING} <= {one.why for one in unread}
    found = b"".join(one.data for one in documents)
    assert b"first words" in found
    assert b"second words" in found


def test_a_member_the_directory_does_not_name_is_told_and_read():
    data = zipped({"a.txt": b"seen\n", "b.txt": b"unseen words\n"}, method=0)
    end = data.rfind(b"PK\5\6")
    start = data.find(b"PK\1\2")
    second = data.find(b"PK\1\2", start + 4)
    shorter = data[:second] + data[end : end + 8] + struct.pack("<HHLLH", 1, 1, second - start, start, 0)
    documents, unread = read(shorter)
    assert any(b"unseen words" in one.data for one in documents)
    assert Why.TRAILING in {one.why for one in unread}


def test_an_encrypted_member_is_not_called_read():
    data = bytearray(zipped({"a.txt": b"secret"}))
    data[6] |= 1
    data[data.find(b"PK\1\2") + 8] |= 1
    assert why(bytes(data)) == {Why.ENCRYPTED}


def test_members_that_share_their_bytes_are_told():
    """The bomb without recursion: many members of a directory are one run of bytes."""
    data = zipped({"a.txt": b"a" * 5000})
    start, end = data.find(b"PK\1\2"), data.rfind(b"PK\5\6")
    entry = data[start:end]
    many = data[:start] + entry * 50 + data[end : end + 8] + struct.pack("<HHLLH", 50, 50, 50 * len(entry), start, 0)
    assert Why.OPAQUE in why(many)


@pytest.mark.parametrize("name", ["../../up.sh", "/abs.sh", "a/../../b.sh", "C:\\x.sh", "a\nb.sh", "x" * 5000])
def test_names_that_lead_out_are_only_names(name):
    for data in (zipped({name: b"echo words\n"}), tarred({name: b"echo words\n"})):
        assert any(b"echo words" in one.data for one in read(data)[0])
        assert all(
            one.path.startswith("file.bin!/") and "\n" not in one.path
            for one in read(data)[0]
            if one.layers[:1] and ":" in one.layers[0]
        )


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (tarfile.SYMTYPE, Why.LINK),
        (tarfile.LNKTYPE, Why.LINK),
        (tarfile.CHRTYPE, Why.OPAQUE),
        (tarfile.FIFOTYPE, Why.OPAQUE),
    ],
)
def test_links_and_devices_in_a_tar_are_told(kind, expected):
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        info = tarfile.TarInfo("link")
        info.type, info.linkname = kind, "../../etc/passwd"
        archive.addfile(info)
    assert why(made.getvalue()) == {expected}


def test_a_link_in_a_zip_is_told():
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        info = zipfile.ZipInfo("link")
        info.external_attr = 0o120777 << 16
        archive.writestr(info, "../../etc/passwd")
    assert why(made.getvalue()) == {Why.LINK}


def test_a_size_that_lies_is_told():
    data = bytearray(zipped({"a.txt": b"words " * 100}))
    at = data.find(b"PK\1\2") + 24
    data[at : at + 4] = struct.pack("<L", 5)
    assert Why.TRUNCATED in why(bytes(data))


def test_a_packed_member_of_no_known_method_is_opaque():
    data = bytearray(zipped({"a.txt": b"words"}, method=0))
    data[data.find(b"PK\1\2") + 10] = 98
    assert Why.OPAQUE in why(bytes(data))


@pytest.mark.parametrize("form", ["zip", "tar", "gzip"])
def test_twice_the_members_cost_about_twice_as_much(form):
    def cost(count: int) -> float:
        files = {f"{n}.txt": b"words and more words\n" for n in range(count)}
        data = {
            "zip": lambda: zipped(files),
            "tar": lambda: tarred(files),
            "gzip": lambda: gzip.compress(b"a\n") * min(count, 60),
        }[form]()
        best = 1e9
        for _ in range(3):
            start = time.process_time()
            read(data)
            best = min(best, time.process_time() - start)
        return best

    assert cost(1200) < 3.2 * cost(600) + 0.05


@given(st.data())
@settings(max_examples=120, deadline=None)
def test_a_damaged_archive_ends_in_a_report(data):
    whole = bytearray(
        data.draw(
            st.sampled_from(
                [
                    zipped({"a.txt": b"words", "b/c.sh": b"id"}),
                    tarred({"a.txt": b"words"}),
                    gzip.compress(b"words" * 20),
                ]
            )
        )
    )
    for _ in range(data.draw(st.integers(1, 5))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    assert Why.CRASHED not in why(bytes(whole))
