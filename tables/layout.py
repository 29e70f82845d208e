"""How a table's numbers lie in its file: rows of one dtype, cut into blocks of rows."""

import hashlib
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

DTYPES = frozenset(["<f8", "<f4", "<u8", "<u4", "<u2", "|u1", "<i8", "<i4", "<i2", "|i1"])
"""What a table may hold: little-endian plain numbers, the same bytes on every machine."""

MAX_BYTES = 1 << 48
"""More than any table will have; keeps sizes read from a file within what can be added."""

Array = npt.NDArray[Any]


def checksum(data: bytes | memoryview) -> str:
    """Return the checksum used for everything here: BLAKE2b, 128 bits, in hex."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class Layout:
    """The form of a table.

    Attributes
    ----------
    dtype
        One of `DTYPES`.
    shape
        (rows, ...): the first axis is what a probe indexes.
    block_rows
        Rows that share a checksum, and are built and checked together; the last block may
        have fewer.

    Raises
    ------
    ValueError
        A form no table can have.
    """

    dtype: str
    shape: tuple[int, ...]
    block_rows: int

    def __post_init__(self) -> None:
        if self.dtype not in DTYPES:
            raise ValueError(f"dtype {self.dtype!r} is none of {sorted(DTYPES)}")
        if not self.shape or min(self.shape) < 1 or self.block_rows < 1:
            raise ValueError(f"shape {self.shape} in blocks of {self.block_rows} rows is empty")
        if self.nbytes > MAX_BYTES:
            raise ValueError(f"shape {self.shape} is more than a disk can hold")

    @property
    def rows(self) -> int:
        """Length of the first axis."""
        return self.shape[0]

    @property
    def row_bytes(self) -> int:
        """Bytes of one row."""
        return prod(self.shape[1:]) * np.dtype(self.dtype).itemsize

    @property
    def nbytes(self) -> int:
        """Bytes of all rows."""
        return self.rows * self.row_bytes

    @property
    def blocks(self) -> int:
        """Number of blocks."""
        return -(-self.rows // self.block_rows)

    def rows_of(self, block: int) -> slice:
        """Return the rows of a block.

        Raises
        ------
        IndexError
            There is no such block.
        """
        if not 0 <= block < self.blocks:
            raise IndexError(f"block {block} of {self.blocks}")
        first = block * self.block_rows
        return slice(first, min(first + self.block_rows, self.rows))

    def as_rows(self, block: int, rows: npt.ArrayLike) -> Array:
        """Take an array as the rows of a block: same dtype and shape, C order.

        Raises
        ------
        ValueError
            It has another dtype or shape.
        """
        part, array = self.rows_of(block), np.asarray(rows)
        shape = (part.stop - part.start, *self.shape[1:])
        if array.shape != shape or not np.can_cast(array.dtype, self.dtype, "equiv"):
            raise ValueError(
                f"block {block} is {shape} {self.dtype}, not {array.shape} {array.dtype.str}"
            )
        return np.ascontiguousarray(array, self.dtype)
