"""Sixteen whole numbers at once, for the battle kernel: a numba type whose operators are the processor's
vector ones.

`Lanes` holds 32-bit numbers, `WideLanes` 64-bit unsigned ones, a `Mask` sixteen truths. Inside compiled code
they take `+ - * & < == ...` like numpy arrays, but live in registers and allocate nothing; a whole number
beside them stands for sixteen of itself. LLVM splits them to whatever the processor has. A `Block` is rows of
sixteen 32-bit numbers on the stack, for what must be found by a computed place.

Nothing here is checked: indices come from the kernel's constants and from checked records.
"""

import operator
from collections.abc import Callable
from typing import Any, TypeAlias

from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.core.imputils import lower_builtin, lower_cast
from numba.core.typeconv import Conversion
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, models, register_model

LANES = 16
# What the values of compiled code are called in its hints; numba infers them by itself.
Vector: TypeAlias = Any
Truths: TypeAlias = Any
State: TypeAlias = Any
Address: TypeAlias = int

I1, I16, I32, I64 = (ir.IntType(bits) for bits in (1, 16, 32, 64))


inline = njit(forceinline=True, boundscheck=False, error_model="numpy")
"""For the kernel's functions: they become part of the one that calls them."""


def instruction(typing: Callable[..., Any]) -> Any:
    """numba's intrinsic: a function of types that gives a signature and the code to emit."""
    return intrinsic(typing)


class LanesType(types.Type):
    """Sixteen numbers of `bits` bits; whole numbers convert to it."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        super().__init__(name=f"Lanes{bits}")

    def can_convert_from(self, _typing: Any, other: Any) -> Any:
        return Conversion.safe if isinstance(other, types.Integer) else None


class MaskType(types.Type):
    """Sixteen truths, a bit each; `&`, `|` and `~` work lane by lane, and no number converts to it."""

    def __init__(self) -> None:
        super().__init__(name="Mask")


Lanes, WideLanes, Mask = LanesType(32), LanesType(64), MaskType()
Block = types.CPointer(types.int32)


def _vector(element: Any) -> Any:
    return ir.VectorType(element, LANES)


@register_model(LanesType)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, manager: Any, lanes: LanesType) -> None:
        super().__init__(manager, lanes, _vector(ir.IntType(lanes.bits)))


@register_model(MaskType)
class _MaskModel(models.PrimitiveModel):
    def __init__(self, manager: Any, mask: MaskType) -> None:
        super().__init__(manager, mask, _vector(I1))


def _splat(builder: Any, scalar: Any) -> Any:
    vector = _vector(scalar.type)
    first = builder.insert_element(ir.Constant(vector, ir.Undefined), scalar, ir.Constant(I32, 0))
    return builder.shuffle_vector(
        first, ir.Constant(vector, ir.Undefined), ir.Constant(_vector(I32), [0] * LANES)
    )


@lower_cast(types.Integer, LanesType)
def _broadcast(_context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    width = ir.IntType(target.bits)
    if source.bitwidth > target.bits:
        value = builder.trunc(value, width)
    elif source.bitwidth < target.bits:
        value = (builder.sext if source.signed else builder.zext)(value, width)
    return _splat(builder, value)


def _lanes_of(args: Any) -> Any:
    """The lanes type that this mixture of lanes and whole numbers computes in, or None."""
    kinds = {arg for arg in args if isinstance(arg, LanesType)}
    plain = all(isinstance(arg, LanesType | types.Integer) for arg in args)
    return kinds.pop() if len(kinds) == 1 and plain else None


def _define(operation: Any, result: Any, emit: Any) -> None:
    """Give lanes an operator: `result` is None for the operands' own type."""

    @infer_global(operation)
    class _Template(AbstractTemplate):
        def generic(self, args: Any, _kws: Any) -> Any:
            lanes = _lanes_of(args)
            return lanes and signature(result or lanes, lanes, lanes)

    @lower_builtin(operation, LanesType, LanesType)
    def _lower(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return emit(builder, *args)


def _define_for_masks(operation: Any, emit: Any) -> None:
    @infer_global(operation)
    class _Template(AbstractTemplate):
        def generic(self, args: Any, _kws: Any) -> Any:
            return signature(Mask, *args) if all(arg == Mask for arg in args) else None

    @lower_builtin(operation, *[MaskType] * (1 if operation is operator.invert else 2))
    def _lower(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return emit(builder, *args)


for _operation, _emit in {
    operator.add: lambda b, x, y: b.add(x, y),
    operator.sub: lambda b, x, y: b.sub(x, y),
    operator.mul: lambda b, x, y: b.mul(x, y),
    operator.and_: lambda b, x, y: b.and_(x, y),
    operator.or_: lambda b, x, y: b.or_(x, y),
    operator.xor: lambda b, x, y: b.xor(x, y),
    operator.lshift: lambda b, x, y: b.shl(x, y),
    operator.rshift: lambda b, x, y: b.lshr(x, y),
}.items():
    _define(_operation, None, _emit)

for _operation, _sign in {
    operator.lt: "<",
    operator.le: "<=",
    operator.gt: ">",
    operator.ge: ">=",
    operator.eq: "==",
    operator.ne: "!=",
}.items():
    _define(_operation, Mask, lambda b, x, y, sign=_sign: b.icmp_signed(sign, x, y))

_define_for_masks(operator.and_, lambda b, x, y: b.and_(x, y))
_define_for_masks(operator.or_, lambda b, x, y: b.or_(x, y))
_define_for_masks(operator.invert, lambda b, x: b.not_(x))


@instruction
def where(_typing: Any, mask: Any, yes: Any, no: Any) -> Any:
    """`yes` in the lanes where the mask is true, `no` in the others."""
    lanes = _lanes_of((yes, no)) or Lanes

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.select(*args)

    return lanes(Mask, lanes, lanes), codegen


@instruction
def one(_typing: Any, mask: Any) -> Any:
    """1 where the mask is true, else 0."""

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.zext(args[0], _vector(I32))

    return Lanes(Mask), codegen


@instruction
def bits(_typing: Any, mask: Any) -> Any:
    """The mask as a whole number, lane 0 the lowest bit: 0 if it is true nowhere."""

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.zext(builder.bitcast(args[0], I16), I64)

    return types.int64(Mask), codegen


@instruction
def over(_typing: Any, dividend: Any, divisor: Any) -> Any:
    """dividend // divisor for dividends >= 0 and one divisor > 0."""

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.udiv(*args)

    return Lanes(Lanes, Lanes), codegen


@instruction
def high(_typing: Any, x: Any, y: Any) -> Any:
    """The upper 32 bits of the products, all unsigned."""

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        x, y = (builder.zext(arg, _vector(I64)) for arg in args)
        product = builder.lshr(builder.mul(x, y), ir.Constant(_vector(I64), [32] * LANES))
        return builder.trunc(product, _vector(I32))

    return Lanes(Lanes, Lanes), codegen


@instruction
def upper(_typing: Any, wide: Any) -> Any:
    """The upper halves of wide lanes."""

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        shifted = builder.lshr(args[0], ir.Constant(_vector(I64), [32] * LANES))
        return builder.trunc(shifted, _vector(I32))

    return Lanes(WideLanes), codegen


@instruction
def at_most(_typing: Any, x: Any, y: Any) -> Any:
    """x <= y as unsigned numbers."""

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.icmp_unsigned("<=", *args)

    return Mask(Lanes, Lanes), codegen


def block(rows: int) -> Any:
    """An intrinsic that gives a block of so many rows on the stack of the calling function, zeroed once."""

    @instruction
    def make(_typing: Any) -> Any:
        def codegen(_context: Any, builder: Any, _signature: Any, _args: Any) -> Any:
            memory = cgutils.alloca_once(builder, ir.ArrayType(_vector(I32), rows), zfill=True)
            return builder.bitcast(memory, I32.as_pointer())

        return Block(), codegen

    return make


def _row(builder: Any, base: Any, row: Any, element: Any) -> Any:
    start = builder.gep(base, [builder.mul(row, ir.Constant(I64, LANES))])
    return builder.bitcast(start, _vector(element).as_pointer())


@instruction
def get(_typing: Any, base: Any, row: Any) -> Any:
    """A row of a block."""

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.load(_row(builder, args[0], args[1], I32))

    return Lanes(Block, types.int64), codegen


@instruction
def put(_typing: Any, base: Any, row: Any, value: Any) -> Any:
    """Replace a row of a block."""

    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        builder.store(args[2], _row(builder, args[0], args[1], I32))
        return context.get_dummy_value()

    return types.void(Block, types.int64, Lanes), codegen


@instruction
def get_wide(_typing: Any, base: Any, row: Any) -> Any:
    """Two rows of a block as one of 64-bit numbers."""

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.load(_row(builder, args[0], args[1], I64), align=LANES * 4)

    return WideLanes(Block, types.int64), codegen


@instruction
def put_wide(_typing: Any, base: Any, row: Any, value: Any) -> Any:
    """Replace two rows of a block by one of 64-bit numbers."""

    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        builder.store(args[2], _row(builder, args[0], args[1], I64), align=LANES * 4)
        return context.get_dummy_value()

    return types.void(Block, types.int64, WideLanes), codegen


@instruction
def pick_rows(_typing: Any, base: Any, rows: Any) -> Any:
    """From each lane's own row of a block, that lane's number."""

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        base, rows = args
        lane = ir.Constant(_vector(I32), list(range(LANES)))
        places = builder.add(builder.mul(rows, ir.Constant(_vector(I32), [LANES] * LANES)), lane)
        return gather(builder, base, places)

    return Lanes(Block, Lanes), codegen


def gather(builder: Any, base: Any, places: Any) -> Any:
    """LLVM's gather of 32-bit words at `base + places`."""
    pointers = builder.gep(base, [places], source_etype=I32)
    pointers.type = _vector(base.type)  # one address for each place; llvmlite takes it for a single one
    name = f"llvm.masked.gather.v{LANES}i32.v{LANES}p0"
    kind = ir.FunctionType(_vector(I32), [pointers.type, I32, _vector(I1), _vector(I32)])
    function = cgutils.get_or_insert_function(builder.module, kind, name)
    everywhere = ir.Constant(_vector(I1), [1] * LANES)
    return builder.call(
        function, [pointers, ir.Constant(I32, 4), everywhere, ir.Constant(_vector(I32), ir.Undefined)]
    )


def _address(builder: Any, base: Any, index: Any, bits: int) -> Any:
    pointer = ir.IntType(bits).as_pointer()
    base = (
        builder.inttoptr(base, pointer)
        if isinstance(base.type, ir.IntType)
        else builder.bitcast(base, pointer)
    )
    return builder.gep(base, [index])


def _loader(bits: int, signed: bool) -> Any:
    @instruction
    def load(_typing: Any, base: Any, index: Any) -> Any:
        def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            value = builder.load(_address(builder, args[0], args[1], bits))
            return (builder.sext if signed else builder.zext)(value, I64)

        return types.int64(base, types.int64), codegen

    return load


def _storer(bits: int) -> Any:
    @instruction
    def store(_typing: Any, base: Any, index: Any, value: Any) -> Any:
        def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            base, index, value = args
            word = value if bits == 64 else builder.trunc(value, ir.IntType(bits))
            builder.store(word, _address(builder, base, index, bits))
            return context.get_dummy_value()

        return types.void(base, types.int64, types.int64), codegen

    return store


load32, load16 = _loader(32, signed=True), _loader(16, signed=False)
"""load(base, index): the signed 32-bit or unsigned 16-bit word number `index` at an address or in a block."""
store32, store16, store64 = _storer(32), _storer(16), _storer(64)
"""store(base, index, value): put the low bits of a whole number into word number `index`, of 32, 16 or 64
bits."""
