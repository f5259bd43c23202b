import { argumentCount } from "../errors/call-errors.ts";
import { instructionFacts, type InstructionName } from "../ir/instructions.ts";
import type { Span } from "../source-error.ts";
import type { Expression } from "../syntax/tree.ts";
import type { CheckedExpression } from "./checked-tree.ts";
import type { Context } from "./context.ts";
import { convertTo, load } from "./conversions.ts";
import { BOOL, I32, U32, U64, VOID, pointerTo, type CudaType } from "./types.ts";

/** Functions that are instructions of the machine: the primitives of CUDA's headers, and those that the lab's own text of headers calls. */

/** An operand: an address as a pointer or a whole number, or a number of a type. */
type OperandKind = "address" | CudaType;

interface InstructionFunction {
  readonly instruction: InstructionName;
  readonly result: CudaType;
  readonly operands: readonly OperandKind[];
  /** How many of the last operands may be left out. */
  readonly optional?: number;
}

const declare = (instruction: InstructionName, result: CudaType, operands: readonly OperandKind[], optional = 0): InstructionFunction => ({
  instruction,
  result,
  operands,
  optional,
});

const COORDINATES: readonly OperandKind[] = [I32, I32, I32, I32, I32];

/** By name. */
export const INSTRUCTION_FUNCTIONS: ReadonlyMap<string, InstructionFunction> = new Map([
  ["__mbarrier_init", declare("mbarrier.init", VOID, ["address", U32])],
  ["__mbarrier_inval", declare("mbarrier.inval", VOID, ["address"])],
  ["__mbarrier_arrive", declare("mbarrier.arrive", U64, ["address", U32], 1)],
  ["__mbarrier_arrive_and_drop", declare("mbarrier.arrive_drop", U64, ["address", U32], 1)],
  ["__mbarrier_test_wait", declare("mbarrier.test_wait", BOOL, ["address", U64])],
  ["__mbarrier_test_wait_parity", declare("mbarrier.test_wait.parity", BOOL, ["address", U32])],
  ["__lab_wait", declare("mbarrier.wait", VOID, ["address", U64])],
  ["__lab_wait_parity", declare("mbarrier.wait.parity", VOID, ["address", U32])],
  ["__lab_try_wait", declare("mbarrier.try_wait", BOOL, ["address", U64])],
  ["__lab_try_wait_parity", declare("mbarrier.try_wait.parity", BOOL, ["address", U32])],
  ["__lab_expect_tx", declare("mbarrier.expect_tx", VOID, ["address", U32])],
  ["__lab_complete_tx", declare("mbarrier.complete_tx", VOID, ["address", U32])],
  ["__lab_arrive_expect_tx", declare("mbarrier.arrive.expect_tx", U64, ["address", U32])],
  ["__lab_bar_sync", declare("bar.sync", VOID, [U32, U32])],
  ["__lab_bar_arrive", declare("bar.arrive", VOID, [U32, U32])],
  ["__cluster_barrier_arrive", declare("cluster.arrive", VOID, [])],
  ["__cluster_barrier_arrive_relaxed", declare("cluster.arrive", VOID, [])],
  ["__cluster_barrier_wait", declare("cluster.wait", VOID, [])],
  ["__clusterRelativeBlockRank", declare("cluster.rank", U32, [])],
  ["__clusterSizeInBlocks", declare("cluster.size", U32, [])],
  ["__lab_cluster_block", declare("cluster.block", U32, [U32])],
  ["__lab_cluster_blocks", declare("cluster.blocks", U32, [U32])],
  ["__lab_cluster_index", declare("cluster.index", U32, [U32])],
  ["__lab_cluster_count", declare("cluster.count", U32, [U32])],
  ["__cluster_map_shared_rank", declare("mapa", pointerTo(VOID), ["address", U32])],
  ["__cluster_query_shared_rank", declare("getctarank", U32, ["address"])],
  ["__lab_bulk_load", declare("bulk.load", VOID, ["address", "address", U32, "address", U32])],
  ["__lab_bulk_send", declare("bulk.send", VOID, ["address", "address", U32, "address"])],
  ["__lab_bulk_store", declare("bulk.store", VOID, ["address", "address", U32])],
  ["__lab_bulk_reduce", declare("bulk.reduce", VOID, ["address", "address", U32, U32, U32])],
  ["__lab_tensor_load", declare("tensor.load", VOID, ["address", "address", "address", U32, ...COORDINATES], 4)],
  ["__lab_tensor_store", declare("tensor.store", VOID, ["address", "address", ...COORDINATES], 4)],
  ["__lab_tensor_reduce", declare("tensor.reduce", VOID, ["address", "address", U32, ...COORDINATES], 4)],
  ["__lab_bulk_commit", declare("bulk.commit", VOID, [])],
  ["__lab_bulk_wait", declare("bulk.wait", VOID, [U32])],
  ["__lab_bulk_wait_read", declare("bulk.wait.read", VOID, [U32])],
  ["__lab_fence_proxy", declare("fence.proxy.async", VOID, [U32])],
  ["__lab_fence_init", declare("fence.mbarrier_init", VOID, [])],
  ["__lab_store_async", declare("st.async", VOID, ["address", "address", U32, U64, U64, U64, U64], 3)],
  ["__lab_reduce_async", declare("red.async", VOID, ["address", "address", U32, U32])],
  ["__lab_elect", declare("elect", U32, [U32])],
  ["__lab_registers", declare("setmaxnreg", VOID, [U32, U32])],
  ["__lab_nothing", declare("no effect", VOID, [])],
]);

export function checkInstruction(name: string, given: readonly Expression[], context: Context, span: Span): CheckedExpression {
  const { instruction, result, operands, optional = 0 } = INSTRUCTION_FUNCTIONS.get(name)!;
  if (given.length > operands.length || given.length < operands.length - optional)
    throw argumentCount(span, name, optional === 0 ? [operands.length] : [operands.length - optional, operands.length], given.length);
  const checked = given.map((argument, i): CheckedExpression => {
    const kind = operands[i]!;
    if (kind !== "address") return convertTo(kind, context.expression(argument), context, argument.span);
    const address = load(context.expression(argument));
    return address.type.kind === "pointer" ? address : convertTo(U64, address, context, argument.span);
  });
  // An election gives a lane, and whether it is this one: the function of the headers gives the second.
  const type = instructionFacts(instruction).results.length === 0 ? VOID : result;
  return { kind: "built-in", name: `instruction ${instruction}`, type, operands: checked, span };
}
