import { ptxOperandKind } from "../../errors/ptx-errors.ts";
import type { Step, Value } from "../../ir/program.ts";
import { arithmetic, comparison, constant, convert, read, special } from "../../ir/values.ts";
import { addInstruction } from "../built-ins.ts";
import { namedBarrier } from "./asynchronous.ts";
import type { Instructions, Meaning, Operation } from "./operation.ts";

/** Barriers of PTX, and what the lanes of a warp tell each other. */

/** `bar.sync 0`: `__syncthreads()`. With another number, or a number of threads, the warps that name it wait for each other. */
const barrier: Meaning = (operation) => {
  operation.ignore("cta", "aligned", "sync");
  operation.expectOperands(0, 1, 2);
  const [number, threads] = operation.operands;
  const isForAll = threads === undefined && (number === undefined || (number.kind === "number" && operation.constant(number) === 0));
  if (!isForAll) return namedBarrier("bar.sync", operation);
  operation.add({ kind: "barrier", reduce: undefined, test: undefined, into: undefined, span: operation.span });
};

/** `bar.arrive 1, 64`: the warp goes on, and others wait for it. */
const arrive: Meaning = (operation) => {
  operation.ignore("cta", "aligned");
  operation.expectOperands(2);
  namedBarrier("bar.arrive", operation);
};

/** `bar.red.popc.u32 %0, 0, p` */
const barrierReduce: Meaning = (operation) => {
  operation.ignore("cta", "aligned");
  const reduce = ({ popc: "count", and: "and", or: "or" } as const)[operation.oneOf("popc", "and", "or")];
  operation.ignore("u32", "pred");
  operation.expectOperands(3);
  const [result, number, test] = operation.operands;
  if (operation.constant(number!) !== 0) throw ptxOperandKind(number!.span, "barrier 0: the lab has one barrier for all threads");
  const into = operation.register("i32");
  operation.add({ kind: "barrier", reduce, test: operation.predicate(test!), into, span: operation.span });
  operation.set(result!, ofRegister(result!, read(into), operation));
};

/** A number as the predicate that its register may be. */
function ofRegister(result: Operation["operands"][number], value: Value, operation: Operation): Value {
  if (result.kind === "name" && result.name === "_") return value;
  return operation.destination(result).type === "bool" ? comparison("!=", value, constant(value.type, 0)) : convert("u32", value);
}

const warpBarrier: Meaning = (operation) => {
  operation.expectOperands(1);
  operation.add({ kind: "warpBarrier", mask: operation.value(operation.operands[0]!, "u32"), span: operation.span });
};

/** `shfl.sync.down.b32 d|p, a, offset, clamp, mask`: the clamp says how large the groups are. */
const shuffle: Meaning = (operation) => {
  const mode = ({ idx: "index", up: "up", down: "down", bfly: "xor" } as const)[operation.oneOf("idx", "up", "down", "bfly")];
  operation.ignore("b32");
  operation.expectOperands(5);
  const [results, from, by, clamp, mask] = operation.operands;
  if (results!.kind === "pair") throw ptxOperandKind(results!.span, "one result: the lab has no predicate of a shuffle");
  const segments = (operation.constant(clamp!) >>> 8) & 31;
  const width = 32 - segments;
  const into = operation.register("u32");
  operation.add({
    kind: "shuffle",
    mode,
    mask: operation.value(mask!, "u32"),
    value: operation.value(from!, "u32"),
    lane: operation.value(by!, "u32"),
    width: constant("i32", width),
    into,
    span: operation.span,
  });
  operation.set(results!, read(into));
};

type VoteMode = (Step & { kind: "vote" })["mode"];

function vote(mode: VoteMode, operation: Operation, value: Value, mask: Value, type: "u32" | "i32" | "bool"): Value {
  const into = operation.register(type);
  operation.add({ kind: "vote", mode, mask, value, into, span: operation.span });
  return read(into);
}

/** `vote.sync.ballot.b32 d, p, mask` */
const voteSync: Meaning = (operation) => {
  const mode = operation.oneOf("ballot", "any", "all", "uni");
  operation.ignore("b32", "pred");
  operation.expectOperands(3);
  const [result, test, mask] = operation.operands;
  operation.set(
    result!,
    vote(mode, operation, operation.predicate(test!), operation.value(mask!, "u32"), mode === "ballot" ? "u32" : "bool"),
  );
};

const matchAny: Meaning = (operation) => {
  const type = operation.type();
  operation.expectOperands(3);
  const [result, value, mask] = operation.operands;
  operation.set(result!, vote("match-any", operation, operation.value(value!, type), operation.value(mask!, "u32"), "u32"));
};

const reduceSync: Meaning = (operation) => {
  const operator = operation.oneOf("add", "min", "max", "and", "or", "xor");
  const type = operation.type() === "i32" ? "i32" : "u32";
  operation.expectOperands(3);
  const [result, value, mask] = operation.operands;
  operation.set(result!, vote(`reduce-${operator}`, operation, operation.value(value!, type), operation.value(mask!, "u32"), type));
};

/** `elect.sync _|p, mask`: the lowest lane of the mask is the elected one. */
const elect: Meaning = (operation) => {
  operation.expectOperands(2);
  const [results, given] = operation.operands;
  if (results!.kind !== "pair") throw ptxOperandKind(results!.span, "two results: `d|p`");
  const mask = operation.temporary(operation.value(given!, "u32"));
  operation.add({ kind: "warpBarrier", mask, span: operation.span });
  const lowest: Value = { kind: "function", type: "i32", name: "ffs.u32", operands: [mask] };
  const lane = operation.temporary(convert("u32", arithmetic("i32", "-", lowest, constant("i32", 1))));
  operation.set(results!.first, lane);
  operation.set(results!.second, comparison("==", special("lane"), lane));
};

const activeMask: Meaning = (operation) => {
  operation.ignore("b32");
  operation.expectOperands(1);
  operation.set(operation.operands[0]!, operation.temporary(special("activeMask")));
};

/** The thread ends. */
const exit: Meaning = (operation) => {
  operation.expectOperands(0);
  operation.add({ kind: "exit", span: operation.span });
};

const trap: Meaning = (operation) => {
  operation.expectOperands(0);
  operation.add({ kind: "assert", test: constant("bool", 0), text: "trap", span: operation.span });
};

/** Waits that do nothing here. */
const nothing: Meaning = (operation) => {
  operation.ignore("u32");
  for (const operand of operation.operands) if (operand.kind !== "number") operation.value(operand, "u32");
};

/** `setmaxnreg.inc.sync.aligned.u32 240;`: the registers of a thread from here on. ptxas takes only these numbers. */
const registers: Meaning = (operation) => {
  const isIncrease = operation.oneOf("inc", "dec") === "inc";
  operation.ignore("u32", "sync", "aligned");
  operation.expectOperands(1);
  const [operand] = operation.operands;
  const count = operation.constant(operand!);
  if (count % 8 !== 0 || count < 24 || count > 256) throw ptxOperandKind(operand!.span, "a multiple of 8, from 24 to 256 registers");
  addInstruction("setmaxnreg", [constant("u32", count), constant("u32", Number(isIncrease))], operation.lowering, operation.span);
};

export const WARP: Instructions = [
  ["bar.sync", barrier],
  ["bar.cta.sync", barrier],
  ["barrier.sync", barrier],
  ["barrier.cta.sync", barrier],
  ["bar.arrive", arrive],
  ["bar.cta.arrive", arrive],
  ["barrier.arrive", arrive],
  ["barrier.cta.arrive", arrive],
  ["bar.red", barrierReduce],
  ["barrier.red", barrierReduce],
  ["bar.warp.sync", warpBarrier],
  ["shfl.sync", shuffle],
  ["vote.sync", voteSync],
  ["match.any.sync", matchAny],
  ["redux.sync", reduceSync],
  ["elect.sync", elect],
  ["activemask", activeMask],
  ["exit", exit],
  ["ret", exit],
  ["trap", trap],
  ["nanosleep", nothing],
  ["setmaxnreg", registers],
];
