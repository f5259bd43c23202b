import { argumentCount } from "../errors/call-errors.ts";
import { coalescedBallot, coalescedXor, groupMethod, groupNeeded, reduceArguments, tileSize } from "../errors/group-errors.ts";
import { gridSyncRefused } from "../errors/refusals.ts";
import type { Span } from "../source-error.ts";
import type { Expression } from "../syntax/tree.ts";
import { scalarOf, valueOf } from "./access.ts";
import { shuffled, voted } from "./builtins/warps.ts";
import type { Context } from "./context.ts";
import { convertTo, truthOf, valueOperand } from "./conversions.ts";
import type { Operand } from "./scope.ts";
import type { Value } from "../ir/program.ts";
import { I32, U32, VOID, typeName, type CudaType, type GivenArgument } from "./types.ts";
import { arithmetic, comparison, constant, convert, integerOf, select, special } from "../ir/values.ts";

/** Cooperative groups: a block, and tiles of a warp. */

type Group = CudaType & { kind: "group" };
type GroupOperand = Operand & { kind: "group" };

const u32 = (value: number): Value => constant("u32", value);

/** This thread's number in its block. */
function linearThread(): Value {
  const plane = arithmetic(
    "u32",
    "*",
    arithmetic("u32", "+", arithmetic("u32", "*", special("threadIdx.z"), special("blockDim.y")), special("threadIdx.y")),
    special("blockDim.x"),
  );
  return arithmetic("u32", "+", plane, special("threadIdx.x"));
}

function blockThreads(): Value {
  return arithmetic("u32", "*", arithmetic("u32", "*", special("blockDim.x"), special("blockDim.y")), special("blockDim.z"));
}

function linearBlock(): Value {
  const plane = arithmetic(
    "u32",
    "*",
    arithmetic("u32", "+", arithmetic("u32", "*", special("blockIdx.z"), special("gridDim.y")), special("blockIdx.y")),
    special("gridDim.x"),
  );
  return arithmetic("u32", "+", plane, special("blockIdx.x"));
}

/** Bits of the lanes of this lane's tile. */
function tileMask(size: number): Value {
  if (size === 32) return u32(0xffffffff);
  const first = arithmetic("u32", "&", special("lane"), constant("u32", 32 - size));
  return arithmetic("u32", "<<", u32(2 ** size - 1), first);
}

const NOTHING: Operand = { kind: "nothing", type: VOID };

/** A call of a group's member function. */
export function callGroupMethod(group: GroupOperand, name: string, given: readonly Expression[], context: Context, span: Span): Operand {
  const { type } = group;
  if (name === "sync") return synchronize(group, context, span);
  const size = type.group === "tile" ? type.size : 32;
  switch (name) {
    case "thread_rank":
      return valueOperand(U32, rank(group));
    case "size":
    case "num_threads":
      if (type.group === "coalesced") return valueOperand(U32, convert("u32", ones(maskOf(group))));
      return valueOperand(U32, type.group === "tile" ? u32(size) : type.group === "block" ? blockThreads() : gridThreads());
    case "meta_group_rank":
      return valueOperand(U32, arithmetic("u32", "/", linearThread(), u32(size)));
    case "meta_group_size":
      return valueOperand(U32, arithmetic("u32", "/", arithmetic("u32", "+", blockThreads(), u32(size - 1)), u32(size)));
    case "thread_index":
    case "group_index":
    case "group_dim":
    case "dim_threads":
      return context.expression({
        kind: "name",
        name: { thread_index: "threadIdx", group_index: "blockIdx" }[name as "thread_index"] ?? "blockDim",
        templateArguments: undefined,
        span,
      });
  }
  if (type.group !== "tile" && type.group !== "coalesced") throw groupMethod(span, name, typeName(type));
  const mask = maskOf(group);
  const isCoalesced = type.group === "coalesced";
  const width = constant("i32", size);
  const operand = (position: number): Operand => {
    const argument = given[position];
    if (!argument) throw argumentCount(span, name, [name.startsWith("shfl") ? 2 : 1], given.length);
    return valueOf(context.expression(argument), context, span);
  };
  const lane = (scalar: "i32" | "u32"): Value => convert(scalar, scalarOf(operand(1), context, span));
  switch (name) {
    case "shfl":
      if (isCoalesced) return shuffled("index", mask, operand(0), laneOfRank(mask, lane("u32")), width, context, span);
      return shuffled("index", mask, operand(0), lane("i32"), width, context, span);
    case "shfl_up":
      if (isCoalesced) return shuffled("index", mask, operand(0), neighbour(group, "-", lane("u32")), width, context, span);
      return shuffled("up", mask, operand(0), lane("u32"), width, context, span);
    case "shfl_down":
      if (isCoalesced) return shuffled("index", mask, operand(0), neighbour(group, "+", lane("u32")), width, context, span);
      return shuffled("down", mask, operand(0), lane("u32"), width, context, span);
    case "shfl_xor":
      if (isCoalesced) throw coalescedXor(span);
      return shuffled("xor", mask, operand(0), lane("u32"), width, context, span);
    case "any":
    case "all": {
      const found = voted(name, mask, truthOf(operand(0), context, span), I32, context, span);
      return valueOperand(I32, found);
    }
    case "ballot": {
      const bits = voted("ballot", mask, truthOf(operand(0), context, span), U32, context, span);
      if (isCoalesced) throw coalescedBallot(span);
      // Bit 0 is the tile's first lane.
      const first = arithmetic("u32", "&", special("lane"), constant("u32", 32 - size));
      return valueOperand(U32, size === 32 ? bits : arithmetic("u32", ">>", bits, first));
    }
  }
  throw groupMethod(span, name, typeName(type));
}

function gridThreads(): Value {
  const blocks = arithmetic("u32", "*", arithmetic("u32", "*", special("gridDim.x"), special("gridDim.y")), special("gridDim.z"));
  return arithmetic("u32", "*", blocks, blockThreads());
}

function rank(group: GroupOperand): Value {
  const { type } = group;
  switch (type.group) {
    case "block":
      return linearThread();
    case "tile":
      return type.size === 32 ? special("lane") : arithmetic("u32", "&", special("lane"), u32(type.size - 1));
    case "grid":
      return arithmetic("u32", "+", arithmetic("u32", "*", linearBlock(), blockThreads()), linearThread());
    case "coalesced": {
      const below = arithmetic("u32", "-", arithmetic("u32", "<<", u32(1), special("lane")), u32(1));
      return convert("u32", ones(arithmetic("u32", "&", maskOf(group), below)));
    }
  }
}

/** The lanes of a tile or of a coalesced group. */
function maskOf({ type, mask }: GroupOperand): Value {
  return type.group === "tile" ? tileMask(type.size) : (mask ?? special("activeMask"));
}

function ones(mask: Value): Value {
  return { kind: "function", type: "i32", name: "popc.u32", operands: [mask] };
}

/** The lane of the thread with a rank in a group. */
function laneOfRank(mask: Value, rank: Value): Value {
  return { kind: "function", type: "i32", name: "nth_bit.u32", operands: [mask, rank] };
}

/** The lane of the thread whose rank is higher or lower by so much, or this one if the group has none. */
function neighbour(group: GroupOperand, direction: "+" | "-", by: Value): Value {
  const mask = maskOf(group);
  const own = rank(group);
  const other = arithmetic("u32", direction, own, by);
  // Below 0 a rank wraps around to more than any.
  const exists = comparison("<", other, convert("u32", ones(mask)));
  return select(exists, laneOfRank(mask, other), convert("i32", special("lane")));
}

function synchronize(group: GroupOperand, context: Context, span: Span): Operand {
  const { type } = group;
  if (type.group === "grid") throw gridSyncRefused(span);
  if (type.group === "block") context.add({ kind: "barrier", reduce: undefined, test: undefined, into: undefined, span });
  else context.add({ kind: "warpBarrier", mask: maskOf(group), span });
  return NOTHING;
}

/** `cg::reduce(tile, value, cg::plus<T>())`: a tree of shuffles, as the library's. */
function reduceTile(type: Group, given: Operand, combine: (a: Operand, b: Operand) => Operand, context: Context, span: Span): Operand {
  let value = kept(given, context, span);
  for (let distance = type.size / 2; distance >= 1; distance /= 2) {
    const other = shuffled("xor", tileMask(type.size), value, u32(distance), constant("i32", type.size), context, span);
    value = kept(convertTo(given.type, combine(value, other), context, span), context, span);
  }
  return value;
}

/** A scalar or a struct whose scalars no longer change. */
function kept(operand: Operand, context: Context, span: Span): Operand {
  const value = valueOf(operand, context, span);
  if (value.kind !== "aggregate") return valueOperand(value.type, context.keep(scalarOf(value, context, span), span));
  return { ...value, leaves: new Map([...value.leaves].map(([path, leaf]) => [path, context.keep(leaf, span)])) };
}

export function callGroupFunction(
  name: string,
  templateArguments: readonly GivenArgument[],
  given: readonly Expression[],
  context: Context,
  span: Span,
): Operand {
  switch (name) {
    case "this_thread_block":
      return { kind: "group", type: { kind: "group", group: "block", size: 0 } };
    case "this_grid":
      return { kind: "group", type: { kind: "group", group: "grid", size: 0 } };
    case "coalesced_threads":
      return { kind: "group", type: { kind: "group", group: "coalesced", size: 32 }, mask: context.keep(special("activeMask"), span) };
    case "tiled_partition": {
      const [first] = templateArguments;
      const argument = first?.kind === "value" ? first.value : given[1] && scalarOf(context.expression(given[1]), context, span);
      const size = argument && Number(integerOf(argument));
      if (size === undefined || ![1, 2, 4, 8, 16, 32].includes(size)) throw tileSize(span);
      return { kind: "group", type: { kind: "group", group: "tile", size } };
    }
    case "sync":
      return synchronize(groupArgument(given[0], context, span), context, span);
    default: {
      const { type } = groupArgument(given[0], context, span);
      if (type.group !== "tile" || given.length !== 3) throw reduceArguments(span);
      const value = valueOf(context.expression(given[1]!), context, span);
      return reduceTile(type, value, operationOf(given[2]!, context), context, span);
    }
  }
}

function groupArgument(given: Expression | undefined, context: Context, span: Span): GroupOperand {
  const operand = given && context.expression(given);
  if (operand?.kind !== "group") throw groupNeeded(span);
  return operand;
}

/** `cg::plus<float>()`, a lambda, or whatever can be called with two values. */
function operationOf(given: Expression, context: Context): (a: Operand, b: Operand) => Operand {
  const operation = context.expression(given);
  return (a, b) => context.translate.callValue(operation, [a, b], context, given.span);
}
