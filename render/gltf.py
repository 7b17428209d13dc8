"""A glTF 2.0 document and its bytes as one binary file (GLB).

A document is built from below: data first, which gives the numbers by which what stands above it names it.
Source: the glTF 2.0 specification, sections 3.6 (binary data), 4.4 (GLB) and 5 (properties).
"""

import json
import struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

FLOAT, UNSIGNED_INT, UNSIGNED_SHORT, BYTE = 5126, 5125, 5123, 5120
COMPONENTS = {
    np.dtype(np.float32): FLOAT,
    np.dtype(np.uint32): UNSIGNED_INT,
    np.dtype(np.uint16): UNSIGNED_SHORT,
    np.dtype(np.int8): BYTE,
}
TYPES = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4"}
VERTICES, INDICES = 34962, 34963
"""What a view is for."""
NEAREST, CLAMP_TO_EDGE = 9728, 33071
ALIGNED = 4
MAGIC, GLB_VERSION, JSON_CHUNK, BIN_CHUNK = 0x46546C67, 2, 0x4E4F534A, 0x004E4942


class Document:
    """A document to which properties are added; each `add` gives the index of what it added."""

    def __init__(self, generator: str) -> None:
        self._data = bytearray()
        self._properties: dict[str, list[dict[str, Any]]] = {}
        self._asset = {"version": "2.0", "generator": generator}
        self._extensions: list[str] = []

    def add(self, kind: str, **properties: Any) -> int:
        """Add a property of a kind, as `nodes`; what is None is left out."""
        of_kind = self._properties.setdefault(kind, [])
        of_kind.append({name: value for name, value in properties.items() if value is not None})
        return len(of_kind) - 1

    def add_view(self, data: bytes, target: int | None = None, stride: int | None = None) -> int:
        """Add bytes, which begin at a multiple of four."""
        self._data += bytes(-len(self._data) % ALIGNED)
        view = self.add(
            "bufferViews",
            buffer=0,
            byteOffset=len(self._data),
            byteLength=len(data),
            byteStride=stride,
            target=target,
        )
        self._data += data
        return view

    def add_array(
        self,
        values: NDArray[Any],
        target: int | None = None,
        *,
        bounded: bool = False,
        normalized: bool = False,
    ) -> int:
        """Add an accessor of its own view: scalars of a (n,) array, vectors of a (n, 2 to 4) one. Vertices
        are padded to multiples of four bytes, as they must be."""
        rows = values.reshape(len(values), -1)
        width = rows.shape[1] * rows.itemsize
        padding = -width % ALIGNED if target == VERTICES else 0
        if padding:
            raw = np.ascontiguousarray(rows).view(np.uint8).reshape(len(rows), width)
            data, stride = np.pad(raw, ((0, 0), (0, padding))).tobytes(), width + padding
        else:
            data, stride = rows.tobytes(), None
        view = self.add_view(data, target, stride)
        return self.add(
            "accessors",
            bufferView=view,
            componentType=COMPONENTS[values.dtype],
            normalized=True if normalized else None,
            count=len(rows),
            type=TYPES[rows.shape[1]],
            min=rows.min(axis=0).tolist() if bounded else None,
            max=rows.max(axis=0).tolist() if bounded else None,
        )

    def require(self, extension: str) -> None:
        """Say that nobody can read the document who does not know an extension."""
        self._extensions.append(extension)

    def glb(self, root: int, name: str) -> bytes:
        """The file of a document with one scene, in which the node `root` stands."""
        needed = {"extensionsUsed": self._extensions, "extensionsRequired": self._extensions}
        whole = {
            "asset": self._asset,
            "scene": 0,
            "scenes": [{"name": name, "nodes": [root]}],
            **self._properties,
            "buffers": [{"byteLength": len(self._data)}],
            **(needed if self._extensions else {}),
        }
        text = json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()
        chunks = _chunk(JSON_CHUNK, text, b" ") + _chunk(BIN_CHUNK, bytes(self._data), b"\0")
        return struct.pack("<III", MAGIC, GLB_VERSION, 12 + len(chunks)) + chunks


def _chunk(kind: int, data: bytes, padding: bytes) -> bytes:
    padded = data + padding * (-len(data) % ALIGNED)
    return struct.pack("<II", len(padded), kind) + padded
