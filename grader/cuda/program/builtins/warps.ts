import type { Span } from "../../source-error.ts";
import { scalarOf, store } from "../access.ts";
import type { Context } from "../context.ts";
import { convertTo, truthOf, valueOperand } from "../conversions.ts";
import type { Step, Value } from "../../ir/program.ts";
import type { Operand } from "../scope.ts";
import { I32, U32 } from "../types.ts";
import { comparison, constant, read, select, special } from "../../ir/values.ts";
import { NOTHING, argument, argumentAs, expectArguments, targetArgument, type BuiltIn, type BuiltIns, type Scalar } from "./call.ts";

function barrier(reduce: "count" | "and" | "or" | undefined): BuiltIn {
  return (invoked) => {
    const { context, span } = invoked;
    expectArguments(invoked, reduce === undefined ? 0 : 1);
    if (reduce === undefined) {
      context.add({ kind: "barrier", reduce, test: undefined, into: undefined, span });
      return NOTHING;
    }
    const test = truthOf(context.expression(invoked.given[0]!), context, span);
    const into = context.builder.register("i32");
    context.add({ kind: "barrier", reduce, test, into, span });
    return valueOperand(I32, read(into));
  };
}

const ALL_LANES = constant("u32", 0xffffffff);

const warpBarrier: BuiltIn = (invoked) => {
  expectArguments(invoked, 0, 1);
  const mask = invoked.given.length === 1 ? argumentAs(invoked, 0, U32) : ALL_LANES;
  invoked.context.add({ kind: "warpBarrier", mask, span: invoked.span });
  return NOTHING;
};

type ShuffleMode = (Step & { kind: "shuffle" })["mode"];

function shuffle(mode: ShuffleMode): BuiltIn {
  return (invoked) => {
    expectArguments(invoked, 3, 4);
    const { context, span, given } = invoked;
    const mask = argumentAs(invoked, 0, U32);
    const operand = argument(invoked, 1);
    const lane = argumentAs(invoked, 2, mode === "index" ? I32 : U32);
    const width = given.length === 4 ? argumentAs(invoked, 3, I32) : constant("i32", 32);
    return shuffled(mode, mask, operand, lane, width, context, span);
  };
}

/** A shuffle of a scalar, or of each scalar of a struct. */
export function shuffled(
  mode: ShuffleMode,
  mask: Value,
  operand: Operand,
  lane: Value,
  width: Value,
  context: Context,
  span: Span,
): Operand {
  const one = (value: Value): Value => {
    const into = context.builder.register(value.type);
    context.add({ kind: "shuffle", mode, mask, value, lane, width, into, span });
    return read(into);
  };
  if (operand.kind === "aggregate") return { ...operand, leaves: new Map([...operand.leaves].map(([path, value]) => [path, one(value)])) };
  return valueOperand(operand.type, one(scalarOf(operand, context, span)));
}

type VoteMode = (Step & { kind: "vote" })["mode"];

function vote(mode: VoteMode, result: Scalar): BuiltIn {
  return (invoked) => {
    const { context, span, given } = invoked;
    const isMatchAll = mode === "match-all";
    expectArguments(invoked, isMatchAll ? 3 : 2);
    const mask = argumentAs(invoked, 0, U32);
    const isTest = mode === "ballot" || mode === "any" || mode === "all";
    const value = isTest ? truthOf(argument(invoked, 1), context, given[1]!.span) : scalarOf(argument(invoked, 1), context, given[1]!.span);
    const found = voted(mode, mask, value, result, context, span);
    if (isMatchAll) {
      const isFound = select(comparison("!=", found, constant("u32", 0)), constant("i32", 1), constant("i32", 0));
      store(targetArgument(invoked, 2), valueOperand(I32, isFound), context, span);
    }
    return valueOperand(result, found);
  };
}

export function voted(mode: VoteMode, mask: Value, value: Value, result: Scalar, context: Context, span: Span): Value {
  const into = context.builder.register(result.scalar);
  context.add({ kind: "vote", mode, mask, value, into, span });
  return read(into);
}

/** `__reduce_add_sync` and its kin: of the type of the argument. */
function reduceSync(mode: VoteMode): BuiltIn {
  return (invoked) => {
    expectArguments(invoked, 2);
    const { context, span, given } = invoked;
    const mask = argumentAs(invoked, 0, U32);
    const operand = argument(invoked, 1);
    const chosen = operand.type.kind === "scalar" && operand.type.scalar === "u32" ? U32 : I32;
    const value = scalarOf(convertTo(chosen, operand, context, given[1]!.span), context, given[1]!.span);
    return valueOperand(chosen, voted(mode, mask, value, chosen, context, span));
  };
}

const fence: BuiltIn = ({ context, span }) => {
  context.add({ kind: "fence", span });
  return NOTHING;
};

/** Barriers, fences, and what the lanes of a warp tell each other. */
export const WARP_FUNCTIONS: BuiltIns = [
  ["__syncthreads", barrier(undefined)],
  ["__syncthreads_count", barrier("count")],
  ["__syncthreads_and", barrier("and")],
  ["__syncthreads_or", barrier("or")],
  ["__syncwarp", warpBarrier],
  ["__shfl_sync", shuffle("index")],
  ["__shfl_up_sync", shuffle("up")],
  ["__shfl_down_sync", shuffle("down")],
  ["__shfl_xor_sync", shuffle("xor")],
  ["__ballot_sync", vote("ballot", U32)],
  ["__any_sync", vote("any", I32)],
  ["__all_sync", vote("all", I32)],
  ["__match_any_sync", vote("match-any", U32)],
  ["__match_all_sync", vote("match-all", U32)],
  ["__reduce_add_sync", reduceSync("reduce-add")],
  ["__reduce_min_sync", reduceSync("reduce-min")],
  ["__reduce_max_sync", reduceSync("reduce-max")],
  ["__reduce_and_sync", reduceSync("reduce-and")],
  ["__reduce_or_sync", reduceSync("reduce-or")],
  ["__reduce_xor_sync", reduceSync("reduce-xor")],
  ["__activemask", () => valueOperand(U32, special("activeMask"))],
  ["__threadfence", fence],
  ["__threadfence_block", fence],
  ["__threadfence_system", fence],
];
