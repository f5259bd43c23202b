import { argumentCount } from "../errors/call-errors.ts";
import { coalescedBallot, coalescedXor, groupMethod, groupNeeded, reduceArguments, tileSize } from "../errors/group-errors.ts";
import { gridSyncRefused } from "../errors/refusals.ts";
import type { Span } from "../source-error.ts";
import type { Expression } from "../syntax/tree.ts";
import type { CheckedExpression, Variable } from "./checked-tree.ts";
import type { Context } from "./context.ts";
import { constantOf, convertTo, load, scalarOf, truthOf } from "./conversions.ts";
import { constant, integerOf } from "../ir/values.ts";
import { I32, U32, VOID, builtInType, typeName, type CudaType, type GivenArgument } from "./types.ts";

/** Cooperative groups: a block, and tiles of a warp. */

type Group = CudaType & { kind: "group" };

/** The free functions of cooperative groups. */
const FREE_FUNCTIONS = new Set([
  "this_thread_block",
  "this_grid",
  "coalesced_threads",
  "tiled_partition",
  "sync",
  "reduce",
  "this_cluster",
]);

export function isGroupFunction(name: string): boolean {
  return FREE_FUNCTIONS.has(name);
}

/** A call of a group's member function. */
export function checkGroupMethod(
  group: CheckedExpression,
  name: string,
  given: readonly Expression[],
  context: Context,
  span: Span,
): CheckedExpression {
  const type = group.type as Group;
  const called = (result: CudaType, ...operands: CheckedExpression[]): CheckedExpression => ({
    kind: "group-call",
    name,
    type: result,
    group,
    operands,
    span,
  });
  if (type.group === "cluster") {
    const found = clusterMethod(group, name, given, context, span);
    if (found) return found;
  }
  switch (name) {
    case "sync":
      return synchronized(group, span);
    case "thread_rank":
    case "size":
    case "num_threads":
    case "meta_group_rank":
    case "meta_group_size":
      return called(U32);
    case "thread_index":
    case "group_index":
    case "group_dim":
    case "dim_threads": {
      const coordinates = name === "thread_index" ? "threadIdx" : name === "group_index" ? "blockIdx" : "blockDim";
      return { kind: "coordinates", type: builtInType(coordinates === "blockDim" ? "dim3" : "uint3")!, name: coordinates, span };
    }
  }
  const unknown = (): Error => groupMethod(span, name, typeName(type));
  if (type.group !== "tile" && type.group !== "coalesced") throw unknown();
  const operand = (position: number): CheckedExpression => {
    const argument = given[position];
    if (!argument) throw argumentCount(span, name, [name.startsWith("shfl") ? 2 : 1], given.length);
    return load(context.expression(argument));
  };
  switch (name) {
    case "shfl_xor":
    case "shfl":
    case "shfl_up":
    case "shfl_down": {
      if (name === "shfl_xor" && type.group === "coalesced") throw coalescedXor(span);
      const value = operand(0);
      const isSigned = name === "shfl" && type.group !== "coalesced";
      return called(value.type, value, convertTo(isSigned ? I32 : U32, operand(1), context, span));
    }
    case "any":
    case "all":
      return called(I32, truthOf(operand(0), context, span));
    case "ballot":
      if (type.group === "coalesced") throw coalescedBallot(span);
      return called(U32, truthOf(operand(0), context, span));
    default:
      throw unknown();
  }
}

/** The blocks of a cluster, and their shared memory. */
function clusterMethod(
  group: CheckedExpression,
  name: string,
  given: readonly Expression[],
  context: Context,
  span: Span,
): CheckedExpression | undefined {
  const instruction = (of: string, type: CudaType, ...operands: CheckedExpression[]): CheckedExpression => ({
    kind: "built-in",
    name: `instruction ${of}`,
    type,
    operands,
    span,
  });
  const along = (of: string): CheckedExpression => {
    const parts = ["x", "y", "z"].map(
      (axis, number) => [`.${axis}`, instruction(of, U32, constantOf(U32, constant("u32", number), span))] as const,
    );
    return { kind: "aggregate", type: builtInType("dim3") as CudaType & { kind: "struct" }, parts, span };
  };
  const expect = (count: number): void => {
    if (given.length !== count) throw argumentCount(span, name, [count], given.length);
  };
  switch (name) {
    case "barrier_arrive":
      return instruction("cluster.arrive", VOID);
    case "barrier_wait":
      return instruction("cluster.wait", VOID);
    case "block_rank":
      return instruction("cluster.rank", U32);
    case "num_blocks":
      return instruction("cluster.size", U32);
    case "block_index":
      return along("cluster.block");
    case "dim_blocks":
      return along("cluster.blocks");
    case "map_shared_rank": {
      expect(2);
      const pointer = load(context.expression(given[0]!));
      const rank = convertTo(U32, context.expression(given[1]!), context, span);
      return instruction("mapa", pointer.type, pointer, rank);
    }
    case "query_shared_rank":
      expect(1);
      return instruction("getctarank", U32, load(context.expression(given[0]!)));
    case "thread_rank":
    case "size":
    case "num_threads":
    case "sync":
      return { kind: "group-call", name, type: name === "sync" ? VOID : U32, group, operands: [], span };
    default:
      return undefined;
  }
}

function synchronized(group: CheckedExpression, span: Span): CheckedExpression {
  if ((group.type as Group).group === "grid") throw gridSyncRefused(span);
  return { kind: "group-call", name: "sync", type: VOID, group, operands: [], span };
}

export function checkGroupFunction(
  name: string,
  templateArguments: readonly GivenArgument[],
  given: readonly Expression[],
  context: Context,
  span: Span,
): CheckedExpression {
  const groupOf = (type: Group): CheckedExpression => ({ kind: "group", type, span });
  switch (name) {
    case "this_thread_block":
      return groupOf({ kind: "group", group: "block", size: 0 });
    case "this_cluster":
      return groupOf({ kind: "group", group: "cluster", size: 0 });
    case "this_grid":
      return groupOf({ kind: "group", group: "grid", size: 0 });
    case "coalesced_threads":
      return groupOf({ kind: "group", group: "coalesced", size: 32 });
    case "tiled_partition": {
      const [first] = templateArguments;
      const second = given[1] && context.constant(given[1]);
      const argument = first?.kind === "value" ? first.value : second?.kind === "constant" ? second.value : undefined;
      const size = argument && Number(integerOf(argument));
      if (size === undefined || ![1, 2, 4, 8, 16, 32].includes(size)) throw tileSize(span);
      return groupOf({ kind: "group", group: "tile", size });
    }
    case "sync":
      return synchronized(groupArgument(given[0], context, span), span);
    default:
      return reduction(given, context, span);
  }
}

/** `cg::reduce(tile, value, cg::plus<T>())` */
function reduction(given: readonly Expression[], context: Context, span: Span): CheckedExpression {
  const group = groupArgument(given[0], context, span);
  if ((group.type as Group).group !== "tile" || given.length !== 3) throw reduceArguments(span);
  const value = load(context.expression(given[1]!));
  if (value.type.kind !== "struct") scalarOf(value, span);
  const operation = context.expression(given[2]!);
  const { type } = value;
  const named = (name: string, of: CudaType): CheckedExpression & { kind: "variable" } => {
    const variable: Variable = { name, type: of, span, isConst: false };
    return { kind: "variable", type: of, variable, span };
  };
  const callee = named("operation", operation.type);
  const a = named("a", type);
  const b = named("b", type);
  const combined = convertTo(type, context.checker.visit.valueCall(callee, [a, b], context, given[2]!.span), context, span);
  const variables = { operation: callee.variable, a: a.variable, b: b.variable };
  return { kind: "group-reduction", type, group, value, operation, variables, combined, span };
}

function groupArgument(given: Expression | undefined, context: Context, span: Span): CheckedExpression {
  const operand = given && context.expression(given);
  if (operand?.type.kind !== "group") throw groupNeeded(span);
  return operand;
}
