import { ptxOperandKind } from "../../errors/ptx-errors.ts";
import type { AccessSite } from "../../ir/access-site.ts";
import type { Value } from "../../ir/program.ts";
import { constant, convert, select } from "../../ir/values.ts";
import type { Span } from "../../source-error.ts";
import { addInstruction } from "../built-ins.ts";
import type { Lowering } from "../lowering.ts";
import type { Instructions, Meaning, Operation } from "./operation.ts";

/** `cp.async`: copies from global to shared memory that go on while the thread goes on, and the waits for them. */

/** The bytes that a lane's copy has, by what caches it. */
const WIDTHS = { ca: [4, 8, 16], cg: [16] } as const;

/** Begins a copy. @param size how many bytes are read, a u32; all of them if not given */
function addCopy(
  cache: "ca" | "cg",
  bytesPerLane: number,
  { from, to, size }: { readonly from: Value; readonly to: Value; readonly size: Value | undefined },
  span: Span,
  lowering: Lowering,
): void {
  const side = (op: "load" | "store", onlySpace: "global" | "shared"): AccessSite => ({
    ...lowering.builder.site(op, bytesPerLane, span),
    copy: cache,
    onlySpace,
  });
  const [source, destination] = [side("load", "global"), side("store", "shared")];
  lowering.add({ kind: "copy", source, destination, from, to, size, span });
}

const copy: Meaning = (operation) => {
  const cache = operation.oneOf("ca", "cg");
  operation.ignore("shared", "shared::cta", "global", "L2::cache_hint", "L2::64B", "L2::128B", "L2::256B");
  operation.expectOperands(3, 4, 5);
  const [to, from, width, more] = operation.operands;
  const bytesPerLane = operation.constant(width!);
  const widths: readonly number[] = WIDTHS[cache];
  if (!widths.includes(bytesPerLane))
    throw ptxOperandKind(width!.span, `${widths.join(", ")}: the bytes that \`cp.async.${cache}\` copies`);
  const read = more && sizeOf(more, bytesPerLane, operation);
  const size = read?.kind === "constant" && Number(read.value) === bytesPerLane ? undefined : read;
  addCopy(cache, bytesPerLane, { from: operation.address(from!), to: operation.address(to!), size }, operation.span, operation.lowering);
};

/** The bytes that are read: a number, or none where a predicate holds. A cache policy has 64 bits, and changes nothing here. */
function sizeOf(operand: Operation["operands"][number], bytesPerLane: number, operation: Operation): Value | undefined {
  const held = operand.kind === "placeholder" || operand.kind === "name" ? operation.holds(operand) : undefined;
  if (held?.type === "u64" || held?.type === "i64") return undefined;
  if (operand.kind === "not" || held?.type === "bool")
    return operation.temporary(select(operation.predicate(operand), constant("u32", 0), constant("u32", bytesPerLane)));
  return operation.temporary(convert("u32", operation.value(operand, "u32")));
}

const commit: Meaning = (operation) => {
  operation.expectOperands(0);
  operation.add({ kind: "commitCopies", span: operation.span });
};

const waitForGroups: Meaning = (operation) => {
  operation.expectOperands(1);
  const pending = constant("u32", operation.constant(operation.operands[0]!));
  operation.add({ kind: "awaitCopies", pending, span: operation.span });
};

const waitForAll: Meaning = (operation) => {
  operation.expectOperands(0);
  operation.add({ kind: "awaitCopies", pending: undefined, span: operation.span });
};

/** The copies so far land before the thread arrives. */
const arrive: Meaning = (operation) => {
  const isExpected = operation.has("noinc");
  operation.ignore("shared", "shared::cta", "b64");
  operation.expectOperands(1);
  const address = operation.address(operation.operands[0]!);
  operation.add({ kind: "awaitCopies", pending: undefined, span: operation.span });
  const name = isExpected ? "cp.async.mbarrier.arrive.noinc" : "cp.async.mbarrier.arrive";
  addInstruction(name, [address], operation.lowering, operation.span);
};

export const COPIES: Instructions = [
  ["cp.async.mbarrier.arrive", arrive],
  ["cp.async", copy],
  ["cp.async.commit_group", commit],
  ["cp.async.wait_group", waitForGroups],
  ["cp.async.wait_all", waitForAll],
];
