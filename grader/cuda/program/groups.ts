import { SourceError } from "../source-error.ts";
import type { Expression, Span } from "../syntax/tree.ts";
import { scalarOf, valueOf } from "./access.ts";
import { shuffled, voted } from "./builtins/warps.ts";
import type { Context } from "./context.ts";
import { convertTo, truthOf, valueOperand } from "./conversions.ts";
import type { Operand } from "./scope.ts";
import type { Value } from "./program.ts";
import { I32, U32, VOID, typeName, type CudaType, type GivenArgument } from "./types.ts";
import { arithmetic, constant, convert, integerOf, special } from "./values.ts";

/** Cooperative groups: a block, and tiles of a warp. */

type Group = CudaType & { kind: "group" };

const u32 = (value: number): Value => constant("u32", value);

/** This thread's number in its block. */
export function linearThread(): Value {
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
export function callGroupMethod(type: Group, name: string, given: readonly Expression[], context: Context, span: Span): Operand {
  if (name === "sync") return synchronize(type, context, span);
  const size = type.group === "tile" ? type.size : 32;
  switch (name) {
    case "thread_rank":
      return valueOperand(U32, rank(type));
    case "size":
    case "num_threads":
      if (type.group === "coalesced")
        return valueOperand(U32, { kind: "function", type: "i32", name: "popc.u32", operands: [special("activeMask")] });
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
  if (type.group !== "tile" && type.group !== "coalesced")
    throw new SourceError(`The lab does not know \`${name}\` of a ${typeName(type)}.`, span);
  const mask = type.group === "tile" ? tileMask(size) : special("activeMask");
  const width = constant("i32", size);
  const operand = (position: number): Operand => valueOf(context.expression(given[position]!), context, span);
  const lane = (scalar: "i32" | "u32"): Value => convert(scalar, scalarOf(operand(1), context, span));
  if (given.length < 1) throw new SourceError(`\`${name}\` needs an argument.`, span);
  switch (name) {
    case "shfl":
      return shuffled("index", mask, operand(0), lane("i32"), width, context, span);
    case "shfl_up":
      return shuffled("up", mask, operand(0), lane("u32"), width, context, span);
    case "shfl_down":
      return shuffled("down", mask, operand(0), lane("u32"), width, context, span);
    case "shfl_xor":
      return shuffled("xor", mask, operand(0), lane("u32"), width, context, span);
    case "any":
    case "all": {
      const found = voted(name, mask, truthOf(operand(0), context, span), I32, context, span);
      return valueOperand(I32, found);
    }
    case "ballot": {
      const bits = voted("ballot", mask, truthOf(operand(0), context, span), U32, context, span);
      // Bit 0 is the tile's first lane.
      const first = arithmetic("u32", "&", special("lane"), constant("u32", 32 - size));
      return valueOperand(U32, size === 32 ? bits : arithmetic("u32", ">>", bits, first));
    }
  }
  throw new SourceError(`The lab does not know \`${name}\` of a ${typeName(type)}.`, span);
}

function gridThreads(): Value {
  const blocks = arithmetic("u32", "*", arithmetic("u32", "*", special("gridDim.x"), special("gridDim.y")), special("gridDim.z"));
  return arithmetic("u32", "*", blocks, blockThreads());
}

function rank(type: Group): Value {
  switch (type.group) {
    case "block":
      return linearThread();
    case "tile":
      return type.size === 32 ? special("lane") : arithmetic("u32", "&", special("lane"), u32(type.size - 1));
    case "grid":
      return arithmetic("u32", "+", arithmetic("u32", "*", linearBlock(), blockThreads()), linearThread());
    case "coalesced": {
      const below = arithmetic("u32", "-", arithmetic("u32", "<<", u32(1), special("lane")), u32(1));
      return { kind: "function", type: "i32", name: "popc.u32", operands: [arithmetic("u32", "&", special("activeMask"), below)] };
    }
  }
}

export function synchronize(type: Group, context: Context, span: Span): Operand {
  if (type.group === "grid") throw new SourceError("The lab does not synchronize a whole grid: launch two kernels.", span);
  if (type.group === "block") context.add({ kind: "barrier", reduce: undefined, test: undefined, into: undefined, span });
  else context.add({ kind: "warpBarrier", mask: type.group === "tile" ? tileMask(type.size) : special("activeMask"), span });
  return NOTHING;
}

/** `cg::reduce(tile, value, cg::plus<T>())`: a tree of shuffles, as the library's. */
export function reduceTile(
  type: Group,
  given: Operand,
  combine: (a: Operand, b: Operand) => Operand,
  context: Context,
  span: Span,
): Operand {
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

/** The free functions of cooperative groups. */
const FREE_FUNCTIONS = new Set(["this_thread_block", "this_grid", "coalesced_threads", "tiled_partition", "sync", "reduce"]);

export function isGroupFunction(name: string): boolean {
  return FREE_FUNCTIONS.has(name);
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
      return { kind: "group", type: { kind: "group", group: "coalesced", size: 32 } };
    case "tiled_partition": {
      const [first] = templateArguments;
      const argument = first?.kind === "value" ? first.value : given[1] && scalarOf(context.expression(given[1]), context, span);
      const size = argument && Number(integerOf(argument));
      if (size === undefined || ![1, 2, 4, 8, 16, 32].includes(size))
        throw new SourceError("A tile has 1, 2, 4, 8, 16 or 32 threads: `tiled_partition<32>(block)`.", span);
      return { kind: "group", type: { kind: "group", group: "tile", size } };
    }
    case "sync":
      return synchronize(groupArgument(given[0], context, span), context, span);
    default: {
      const type = groupArgument(given[0], context, span);
      if (type.group !== "tile" || given.length !== 3)
        throw new SourceError("`reduce` takes a tile, a value and an operation such as `cg::plus<int>()`.", span);
      const value = valueOf(context.expression(given[1]!), context, span);
      return reduceTile(type, value, operationOf(given[2]!, context), context, span);
    }
  }
}

function groupArgument(given: Expression | undefined, context: Context, span: Span): Group {
  const operand = given && context.expression(given);
  if (operand?.type.kind !== "group") throw new SourceError("A group of threads is needed here.", span);
  return operand.type;
}

/** `cg::plus<float>()`, a lambda, or whatever can be called with two values. */
function operationOf(given: Expression, context: Context): (a: Operand, b: Operand) => Operand {
  const operation = context.expression(given);
  return (a, b) => context.translate.callValue(operation, [a, b], context, given.span);
}
