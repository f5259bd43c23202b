import type { CheckedExpression } from "../check/checked-tree.ts";
import { VOID } from "../check/types.ts";
import type { Value } from "../ir/program.ts";
import { arithmetic, comparison, constant, convert, select, special } from "../ir/values.ts";
import type { Span } from "../source-error.ts";
import { inTemporaries, scalarOf, valueOf, valueOperand } from "./access.ts";
import { addInstruction, shuffled, voted } from "./built-ins.ts";
import type { Lowering } from "./lowering.ts";
import { Environment, type Operand } from "./operand.ts";

/** Cooperative groups: a block, and tiles of a warp. */

type GroupOperand = Operand & { readonly kind: "group" };

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

/** A call of a group's member function. */
export function lowerGroupCall(expression: CheckedExpression & { kind: "group-call" }, lowering: Lowering): Operand {
  const { name, type: result, span, operands } = expression;
  const group = lower(expression.group, lowering) as GroupOperand;
  const { type } = group;
  const number = (value: Value): Operand => valueOperand(result, value);
  if (name === "sync") return synchronize(group, lowering, span);
  const size = type.group === "tile" ? type.size : 32;
  if (type.group === "cluster" && name !== "thread_rank") {
    const [blocks] = addInstruction("cluster.size", [], lowering, span);
    return number(arithmetic("u32", "*", blocks!, blockThreads()));
  }
  switch (name) {
    case "thread_rank":
      if (type.group === "cluster") {
        const [block] = addInstruction("cluster.rank", [], lowering, span);
        return number(arithmetic("u32", "+", arithmetic("u32", "*", block!, blockThreads()), linearThread()));
      }
      return number(rank(group));
    case "size":
    case "num_threads":
      if (type.group === "coalesced") return number(convert("u32", ones(maskOf(group))));
      return number(type.group === "tile" ? u32(size) : type.group === "block" ? blockThreads() : gridThreads());
    case "meta_group_rank":
      return number(arithmetic("u32", "/", linearThread(), u32(size)));
    case "meta_group_size":
      return number(arithmetic("u32", "/", arithmetic("u32", "+", blockThreads(), u32(size - 1)), u32(size)));
  }
  const mask = maskOf(group);
  const isCoalesced = type.group === "coalesced";
  const [first, second] = operands as [CheckedExpression, CheckedExpression];
  const value = (): Operand => lower(first, lowering);
  const lane = (): Value => scalarOf(lower(second, lowering), lowering, span);
  const shuffle = (mode: "index" | "up" | "down" | "xor", given: Operand, from: Value): Operand =>
    shuffled(mode, mask, given, from, constant("i32", size), lowering, span);
  switch (name) {
    case "shfl": {
      const given = value();
      return shuffle("index", given, isCoalesced ? laneOfRank(mask, lane()) : lane());
    }
    case "shfl_up": {
      const given = value();
      return isCoalesced ? shuffle("index", given, neighbour(group, "-", lane())) : shuffle("up", given, lane());
    }
    case "shfl_down": {
      const given = value();
      return isCoalesced ? shuffle("index", given, neighbour(group, "+", lane())) : shuffle("down", given, lane());
    }
    case "shfl_xor":
      return shuffle("xor", value(), lane());
    case "any":
    case "all":
      return number(voted(name, mask, scalarOf(value(), lowering, span), "i32", lowering, span));
    default: {
      const bits = voted("ballot", mask, scalarOf(value(), lowering, span), "u32", lowering, span);
      // Bit 0 is the tile's first lane.
      const lowest = arithmetic("u32", "&", special("lane"), constant("u32", 32 - size));
      return number(size === 32 ? bits : arithmetic("u32", ">>", bits, lowest));
    }
  }
}

function lower(expression: CheckedExpression, lowering: Lowering): Operand {
  return lowering.lower.finish(expression, lowering.lower.locate(expression, lowering), lowering, expression.span);
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
    case "cluster":
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

function synchronize(group: GroupOperand, lowering: Lowering, span: Span): Operand {
  if (group.type.group === "cluster") {
    addInstruction("cluster.arrive", [], lowering, span);
    addInstruction("cluster.wait", [], lowering, span);
  } else if (group.type.group === "block") lowering.add({ kind: "barrier", reduce: undefined, test: undefined, into: undefined, span });
  else lowering.add({ kind: "warpBarrier", mask: maskOf(group), span });
  return { kind: "nothing", type: VOID };
}

/** `cg::reduce(tile, value, cg::plus<T>())`: a tree of shuffles, as the library's. */
export function lowerReduction(expression: CheckedExpression & { kind: "group-reduction" }, lowering: Lowering): Operand {
  const { span, variables, combined } = expression;
  const { type } = lower(expression.group, lowering) as GroupOperand;
  const given = lower(expression.value, lowering);
  const inner = lowering.with({ environment: new Environment(lowering.environment) });
  inner.environment.bind(variables.operation, lower(expression.operation, lowering));
  let value = inTemporaries(given, lowering, span);
  for (let distance = type.size / 2; distance >= 1; distance /= 2) {
    const other = shuffled("xor", tileMask(type.size), value, u32(distance), constant("i32", type.size), lowering, span);
    inner.environment.bind(variables.a, value);
    inner.environment.bind(variables.b, other);
    value = inTemporaries(valueOf(lower(combined, inner), lowering, span), lowering, span);
  }
  return value;
}
