import { ptxOperandKind } from "../../errors/ptx-errors.ts";
import { FENCED, REDUCED_TYPES, REDUCTIONS, type InstructionName } from "../../ir/instructions.ts";
import { SCALAR_BYTES, type Value } from "../../ir/program.ts";
import { bits, constant, convert } from "../../ir/values.ts";
import type { PtxOperand } from "../../ptx/ptx-tree.ts";
import { addInstruction } from "../built-ins.ts";
import type { Instructions, Meaning, Operation } from "./operation.ts";

/** Barrier objects, bulk copies and clusters in PTX. */

/** Orders and scopes: the machine orders everything, and its races know of barriers only. */
const ORDERS = ["relaxed", "acquire", "release", "acq_rel", "cta", "cluster", "sem", "weak", "aligned"] as const;
/** Where addresses are: they are in the one space of all memories. */
const SPACES = ["shared", "shared::cta", "shared::cluster", "global"] as const;

const u32 = (value: number): Value => constant("u32", value);

function perform(name: InstructionName, operation: Operation, ...operands: readonly Value[]): Value[] {
  return addInstruction(name, operands, operation.lowering, operation.span);
}

function isSink(operand: PtxOperand): boolean {
  return operand.kind === "name" && operand.name === "_";
}

/** A row whose operands are an address and numbers. */
function onBarrier(name: InstructionName, ...others: readonly ("u32" | "u64")[]): Meaning {
  return (operation) => {
    operation.ignore(...ORDERS, ...SPACES, "b64", "tx_count");
    operation.expectOperands(1 + others.length);
    const [barrier, ...given] = operation.operands;
    perform(name, operation, operation.address(barrier!), ...others.map((type, i) => operation.value(given[i]!, type)));
  };
}

/** `mbarrier.arrive{.expect_tx} state, [bar]{, n}`; at another block's barrier object without a state. */
const arrive =
  (drops: boolean): Meaning =>
  (operation) => {
    const expects = operation.has("expect_tx");
    operation.ignore(...ORDERS, ...SPACES, "noComplete", "b64");
    const { operands } = operation;
    const isTold = operands[0]?.kind !== "address";
    const [barrier, count] = isTold ? operands.slice(1) : operands;
    if (!barrier) operation.expectOperands(2, 3);
    const name = expects ? "mbarrier.arrive.expect_tx" : drops ? "mbarrier.arrive_drop" : "mbarrier.arrive";
    const [state] = perform(name, operation, operation.address(barrier!), count ? operation.value(count, "u32") : u32(1));
    if (isTold && !isSink(operands[0]!)) operation.set(operands[0]!, state!);
  };

/** `mbarrier.try_wait{.parity} done, [bar], state{, time}` */
const wait =
  (mode: "test" | "try"): Meaning =>
  (operation) => {
    const isParity = operation.has("parity");
    operation.ignore(...ORDERS, ...SPACES, "b64");
    operation.expectOperands(3, 4);
    const [done, barrier, phase] = operation.operands;
    const name = `mbarrier.${mode}_wait${isParity ? ".parity" : ""}` as InstructionName;
    const [result] = perform(name, operation, operation.address(barrier!), operation.value(phase!, isParity ? "u32" : "u64"));
    operation.set(done!, result!);
  };

/** An address that coordinates may follow: `[map, {x, y}]`. */
function place(operation: Operation, operand: PtxOperand | undefined): { readonly address: Value; readonly coordinates: readonly Value[] } {
  if (operand?.kind !== "address") throw ptxOperandKind(operand?.span ?? operation.span, "an address: `[%1]`");
  const [first] = operand.more;
  const items = first === undefined ? [] : operation.vector(first, 1, 2, 3, 4, 5);
  const coordinates = items.map((item) => convert("i32", operation.value(item, "u32")));
  return { address: operation.addressOf(operand), coordinates };
}

/** What `.multicast::cluster` and hints of caches add to the operands. */
function further(operation: Operation, given: readonly PtxOperand[]): { readonly mask: Value } {
  const isMulticast = operation.has("multicast::cluster");
  const hasHint = operation.has("L2::cache_hint");
  const [mask] = isMulticast ? given : [];
  if (given.length !== Number(isMulticast) + Number(hasHint)) operation.expectOperands(operation.operands.length - given.length + Number(isMulticast) + Number(hasHint)); // prettier-ignore
  return { mask: mask ? convert("u32", maskOf(operation, mask)) : u32(0) };
}

/** A mask of 16 bits, in a register of 16 or 32. */
function maskOf(operation: Operation, operand: PtxOperand): Value {
  const held = operand.kind === "placeholder" || operand.kind === "name" ? operation.holds(operand) : undefined;
  return held && SCALAR_BYTES[held.type] === 2 ? operation.value(operand, "u16") : operation.value(operand, "u32");
}

/** The direction of a bulk copy: the space that it goes to, then the one that it comes from. */
function direction(operation: Operation): "load" | "send" | "store" {
  const toCluster = operation.has("shared::cluster");
  const ofBlock = operation.has("shared::cta");
  const global = operation.has("global");
  if (toCluster || (ofBlock && global && operation.has("mbarrier::complete_tx::bytes"))) {
    operation.ignore("mbarrier::complete_tx::bytes");
    return global ? "load" : "send";
  }
  operation.has("bulk_group");
  return "store";
}

const bulkCopy: Meaning = (operation) => {
  const way = direction(operation);
  const [to, from, bytes, ...rest] = operation.operands;
  if (!bytes) operation.expectOperands(way === "store" ? 3 : 4);
  const [target, source] = [operation.address(to!), operation.address(from!)];
  const size = operation.value(bytes!, "u32");
  if (way === "store") {
    further(operation, rest);
    perform("bulk.store", operation, target, source, size);
    return;
  }
  const [barrier, ...others] = rest;
  if (!barrier) operation.expectOperands(4);
  const object = operation.address(barrier!);
  const { mask } = further(operation, others);
  if (way === "send") perform("bulk.send", operation, target, source, size, object);
  else perform("bulk.load", operation, target, source, size, object, mask);
};

/** The number of a bulk reduction's operation among `REDUCTIONS`. */
function reductionOf(operation: Operation): Value {
  return u32(REDUCTIONS.indexOf(operation.oneOf(...REDUCTIONS)));
}

const bulkReduce: Meaning = (operation) => {
  operation.ignore("global", "shared::cta", "bulk_group", "noftz");
  const reduction = reductionOf(operation);
  const type = operation.type();
  const [to, from, bytes, ...rest] = operation.operands;
  if (!bytes) operation.expectOperands(3);
  further(operation, rest);
  const number = u32(REDUCED_TYPES.findIndex((one) => one === type));
  perform("bulk.reduce", operation, operation.address(to!), operation.address(from!), operation.value(bytes!, "u32"), reduction, number);
};

const bulkPrefetch: Meaning = (operation) => {
  operation.ignore("L2", "global", "tile");
  const [from, ...rest] = operation.operands;
  if (operation.has("tensor")) {
    operation.ignore("1d", "2d", "3d", "4d", "5d", "tile");
    const { address, coordinates } = place(operation, from);
    further(operation, rest);
    perform("tensor.prefetch", operation, address, ...coordinates);
    return;
  }
  const [bytes, ...others] = rest;
  if (!bytes) operation.expectOperands(2);
  further(operation, others);
  perform("bulk.prefetch", operation, operation.address(from!), operation.value(bytes!, "u32"));
};

const tensorCopy: Meaning = (operation) => {
  operation.oneOf("1d", "2d", "3d", "4d", "5d");
  operation.ignore("tile");
  const way = direction(operation);
  const [to, from, ...rest] = operation.operands;
  if (way === "store") {
    if (!from) operation.expectOperands(2);
    const { address: map, coordinates } = place(operation, to);
    further(operation, rest);
    perform("tensor.store", operation, map, operation.address(from!), ...coordinates);
    return;
  }
  const [barrier, ...others] = rest;
  if (!barrier) operation.expectOperands(3);
  const { address: map, coordinates } = place(operation, from);
  const object = operation.address(barrier!);
  const { mask } = further(operation, others);
  perform("tensor.load", operation, operation.address(to!), map, object, mask, ...coordinates);
};

const tensorReduce: Meaning = (operation) => {
  operation.oneOf("1d", "2d", "3d", "4d", "5d");
  operation.ignore("global", "shared::cta", "bulk_group", "tile");
  const reduction = reductionOf(operation);
  const [to, from, ...rest] = operation.operands;
  if (!from) operation.expectOperands(2);
  const { address: map, coordinates } = place(operation, to);
  further(operation, rest);
  perform("tensor.reduce", operation, map, operation.address(from!), reduction, ...coordinates);
};

const commit: Meaning = (operation) => {
  operation.expectOperands(0);
  perform("bulk.commit", operation);
};

const waitGroup: Meaning = (operation) => {
  const isRead = operation.has("read");
  operation.expectOperands(1);
  perform(isRead ? "bulk.wait.read" : "bulk.wait", operation, operation.value(operation.operands[0]!, "u32"));
};

const proxyFence: Meaning = (operation) => {
  const space = operation.optional("global", "shared::cta", "shared::cluster");
  operation.expectOperands(0);
  const spaces = space === undefined ? FENCED.shared + FENCED.global : space === "global" ? FENCED.global : FENCED.shared;
  perform("fence.proxy.async", operation, u32(spaces));
};

/** A fence that orders what the machine orders anyway. */
const otherFence: Meaning = (operation) => {
  operation.ignore("release", "acquire", "cluster", "cta", "gpu", "sys");
  operation.expectOperands(0, 2);
  perform("fence.mbarrier_init", operation);
};

const clusterBarrier =
  (name: "cluster.arrive" | "cluster.wait"): Meaning =>
  (operation) => {
    operation.ignore(...ORDERS);
    operation.expectOperands(0);
    perform(name, operation);
  };

const mapa: Meaning = (operation) => {
  operation.ignore("shared::cluster");
  operation.ignore("u32", "u64");
  operation.expectOperands(3);
  const [result, address, rank] = operation.operands;
  const given = address!.kind === "address" ? operation.address(address!) : addressIn(operation, address!);
  const [mapped] = perform("mapa", operation, given, operation.value(rank!, "u32"));
  const { type } = operation.destination(result!);
  operation.set(result!, convert(type, mapped!));
};

/** An address in a register, without brackets. */
function addressIn(operation: Operation, operand: PtxOperand): Value {
  const held = operand.kind === "placeholder" || operand.kind === "name" ? operation.holds(operand) : undefined;
  if (!held) throw ptxOperandKind(operand.span, "a register with an address");
  return held.type === "ptr" ? held : convert("ptr", held);
}

const rankOf: Meaning = (operation) => {
  operation.ignore("shared::cluster", "u32", "u64");
  operation.expectOperands(2);
  const [result, address] = operation.operands;
  const [rank] = perform("getctarank", operation, addressIn(operation, address!));
  operation.set(result!, rank!);
};

const storeAsync: Meaning = (operation) => {
  operation.ignore(...ORDERS, "shared::cluster", "mbarrier::complete_tx::bytes");
  const length = Number(operation.optional("v2", "v4")?.slice(1) ?? 1);
  const type = operation.type();
  operation.expectOperands(3);
  const [to, values, barrier] = operation.operands;
  const whole = SCALAR_BYTES[type] === 8 ? "u64" : "u32";
  const given = operation.vector(values!, length).map((item) => {
    const value = operation.value(item, type);
    return convert("u64", type === "f32" || type === "f64" ? bits(whole, value) : convert(whole, value));
  });
  perform("st.async", operation, operation.address(to!), operation.address(barrier!), u32(SCALAR_BYTES[type]), ...given);
};

const reduceAsync: Meaning = (operation) => {
  operation.ignore(...ORDERS, "shared::cluster", "mbarrier::complete_tx::bytes");
  const reduction = reductionOf(operation);
  operation.ignore("u32", "s32", "b32");
  operation.expectOperands(3);
  const [to, value, barrier] = operation.operands;
  perform("red.async", operation, operation.address(to!), operation.address(barrier!), reduction, operation.value(value!, "u32"));
};

const nothing: Meaning = (operation) => {
  operation.ignore("inc", "dec", "sync", "aligned", "u32", "wait", "launch_dependents");
  perform("no effect", operation);
};

/** A barrier that some of the block's warps share: `bar.sync 1, 64`. */
export function namedBarrier(name: "bar.sync" | "bar.arrive", operation: Operation): void {
  const [number, threads] = operation.operands;
  perform(name, operation, operation.value(number!, "u32"), threads ? operation.value(threads, "u32") : u32(0));
}

export const ASYNCHRONOUS: Instructions = [
  ["mbarrier.init", onBarrier("mbarrier.init", "u32")],
  ["mbarrier.inval", onBarrier("mbarrier.inval")],
  ["mbarrier.arrive", arrive(false)],
  ["mbarrier.arrive_drop", arrive(true)],
  ["mbarrier.expect_tx", onBarrier("mbarrier.expect_tx", "u32")],
  ["mbarrier.complete_tx", onBarrier("mbarrier.complete_tx", "u32")],
  ["mbarrier.test_wait", wait("test")],
  ["mbarrier.try_wait", wait("try")],
  ["cp.async.bulk", bulkCopy],
  ["cp.reduce.async.bulk", bulkReduce],
  ["cp.async.bulk.prefetch", bulkPrefetch],
  ["cp.async.bulk.tensor", tensorCopy],
  ["cp.reduce.async.bulk.tensor", tensorReduce],
  ["cp.async.bulk.commit_group", commit],
  ["cp.async.bulk.wait_group", waitGroup],
  ["fence.proxy.async", proxyFence],
  ["fence.mbarrier_init", otherFence],
  ["fence.proxy.tensormap::generic", otherFence],
  ["prefetch.tensormap", (operation) => void operation.operands],
  ["barrier.cluster.arrive", clusterBarrier("cluster.arrive")],
  ["barrier.cluster.wait", clusterBarrier("cluster.wait")],
  ["mapa", mapa],
  ["getctarank", rankOf],
  ["st.async", storeAsync],
  ["red.async", reduceAsync],
  ["griddepcontrol", nothing],
];
