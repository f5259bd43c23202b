import type { BarrierAct, BarrierOperation } from "./barrier-acts.ts";
import {
  arrivalsMissing,
  barrierShort,
  barriersDiffer,
  bytesElsewhere,
  bytesMissing,
  bytesUnexpected,
  endedBefore,
  neverArrives,
  phaseNotBegun,
  phaseOvertaken,
  waitsFirst,
  waitsInCircle,
  type DeadlockCause,
} from "../errors/deadlock-causes.ts";
import { counted, listed } from "../errors/wording.ts";
import type { InstructionName } from "../ir/instructions.ts";
import { grouped } from "./memory.ts";

/** A barrier object as a warp that waits for it for ever finds it. */
export interface StuckPhase {
  readonly kind: "phase";
  /** "`full[1]`" */
  readonly name: string;
  readonly address: number;
  /** The current phase, which the wait is for. */
  readonly phase: number;
  /** Undefined for a wait by a token. */
  readonly parity: number | undefined;
  /** Arrivals that the phase takes, and those that are missing. */
  readonly expected: number;
  readonly pending: number;
  readonly expectedBytes: number;
  /** Expected bytes that have not landed; below 0 if more have landed than are expected. */
  readonly missingBytes: number;
  /** The operations on it, by the lines of the text. */
  readonly acts: readonly LineAct[];
  /** The phase of it that the warp has last waited for: below 0 if a wait passed before the first phase; undefined if it has not waited for it. */
  readonly passed: number | undefined;
  /** Threads that have ended without an arrival in this phase. */
  readonly ended: number;
  /** Other threads that have not arrived in this phase. */
  readonly absent: number;
}

interface StuckAtNamed {
  readonly kind: "named";
  readonly number: number;
  readonly arrived: number;
  readonly expected: number;
  readonly ended: number;
}

/** The wait of a warp that can't go on. */
export type StuckAt =
  | StuckPhase
  | StuckAtNamed
  /** The cluster's barrier. */
  | { readonly kind: "cluster" }
  /** `__syncthreads()`. */
  | { readonly kind: "block" }
  | { readonly kind: "groups" }
  /** Products that other warps of the warpgroup have not begun. */
  | { readonly kind: "products" };

interface StuckWarp {
  /** "warp 2 of block (0, 0, 0)" */
  readonly name: string;
  /** The line of the wait, or of the kernel's call that leads to it. */
  readonly line: number;
  readonly at: StuckAt;
}

export interface LineAct extends Pick<BarrierAct, "operation" | "phase" | "count"> {
  readonly line: number;
}

/** An instruction on barrier objects that no thread has come to. */
interface UnreachedOperation {
  readonly operation: BarrierOperation;
  readonly line: number;
}

/** Everything that a message about a launch that hangs is made of. */
export interface Deadlock {
  readonly warps: readonly StuckWarp[];
  readonly unreached: readonly UnreachedOperation[];
  /** Barrier objects that more bytes have landed at than they expect, with what brought them. */
  readonly overfull: readonly { readonly name: string; readonly acts: readonly LineAct[] }[];
  /** Numbered barriers at which threads have arrived, and too few. */
  readonly named: readonly { readonly number: number; readonly arrived: number; readonly line: number }[];
}

/** The most other waits that a message names. */
const MOST_OTHERS = 3;

/** The warp whose wait says most about the cause. */
export function tellingWarp({ warps }: Deadlock): number {
  const scores = warps.map(({ at }) => scoreOf(at));
  return scores.indexOf(Math.max(...scores));
}

/** How much a wait says about the cause: one for a barrier that is half complete says more than one for what others would begin. */
function scoreOf(at: StuckAt): number {
  if (at.kind === "phase") {
    if (at.missingBytes !== 0) return 6;
    if (isOvertaken(at)) return 5;
    if (at.pending < at.expected) return 4;
    return at.phase === 0 ? 3 : 2;
  }
  if (at.kind === "named") return 4;
  return at.kind === "cluster" ? 1 : 0;
}

/** Whether two phases or more have gone by since the warp's last wait: the parity is that of the phase that it meant, and of this one. */
function isOvertaken({ phase, passed, parity }: StuckPhase): boolean {
  return parity !== undefined && phase - ((passed ?? -1) + 1) >= 2;
}

/** The cause as far as it's known, and the message behind "Thread (0, 0, 0) of block (0, 0, 0) ". */
interface DeadlockStory {
  /** As the catalogue lists it. */
  readonly cause: string | undefined;
  readonly words: string;
}

/** The message of a launch that hangs: a warp's wait, the operations there, the cause, and where the others wait. */
export function deadlockStory(deadlock: Deadlock, told: number): DeadlockStory {
  const { warps } = deadlock;
  const { at, line } = warps[told]!;
  const known = causeOf(at, line, deadlock);
  const acts =
    at.kind === "phase" ? actsWords(at.acts.filter(({ phase, operation }) => phase === at.phase && operation !== "initialize")) : "";
  const words = [
    `waits ${stuckWords(at)}, and nothing that could still happen ends it.`,
    ...(acts === "" ? [] : [`In this phase, ${acts}.`]),
    ...(known ? [known.words] : []),
    ...othersOf(warps, told),
  ].join(" ");
  return { cause: known?.cause, words };
}

function stuckWords(at: StuckAt): string {
  switch (at.kind) {
    case "phase":
      return `for phase ${at.phase}${at.parity === undefined ? "" : ` (parity ${at.parity})`} of the barrier object ${at.name}, which has ${stateOf(at)}`;
    case "named":
      return `at barrier ${at.number}, where ${grouped(at.arrived)} of ${grouped(at.expected)} threads have arrived`;
    case "cluster":
      return "for all threads of the cluster to arrive at its barrier";
    case "block":
      return "at `__syncthreads()`";
    case "groups":
      return "for its groups of bulk copies";
    case "products":
      return "for products that not all warps of its warpgroup have begun";
  }
}

function stateOf({ pending, expected, missingBytes, expectedBytes }: StuckPhase): string {
  const arrivals = pending > 0 ? `${grouped(expected - pending)} of ${grouped(expected)} arrivals` : undefined;
  const hasBytes = missingBytes !== 0 || expectedBytes !== 0;
  const bytes = hasBytes ? `${grouped(expectedBytes - missingBytes)} of ${grouped(expectedBytes)} expected bytes` : undefined;
  return [arrivals, bytes].filter((part) => part !== undefined).join(" and ");
}

interface KnownCause {
  readonly cause: string;
  readonly words: string;
}

function because<Words extends readonly unknown[]>({ code, says }: DeadlockCause<Words>, ...words: Words): KnownCause {
  return { cause: code, words: says(...words) };
}

function causeOf(at: StuckAt, line: number, deadlock: Deadlock): KnownCause | undefined {
  if (at.kind === "phase") return causeOfPhase(at, line, deadlock);
  if (at.kind === "cluster") return because(barriersDiffer, { name: "the cluster's barrier" });
  if (at.kind === "block") return because(barriersDiffer, { name: "`__syncthreads()`" });
  if (at.kind !== "named") return undefined;
  const { number, expected, arrived, ended } = at;
  const others = deadlock.named.filter((other) => other.number !== number);
  return because(barrierShort, { number, missing: expected - arrived, expected, ended, others });
}

function causeOfPhase(at: StuckPhase, line: number, deadlock: Deadlock): KnownCause {
  const { name, phase, parity, passed, pending, expected, expectedBytes, missingBytes, acts } = at;
  const initial = acts.find(({ operation }) => operation === "initialize")?.line;
  const expects = acts.findLast((act) => act.operation === "expect" && act.phase === phase)?.line;
  if (missingBytes < 0) return because(bytesUnexpected, { surplus: -missingBytes, landed: expectedBytes - missingBytes, line: expects });
  if (missingBytes > 0) {
    const stray = deadlock.overfull.findLast((other) => other.name !== name);
    const copy = stray?.acts.findLast(({ operation }) => operation === "copy");
    if (stray && copy) return because(bytesElsewhere, { name, other: stray.name, bytes: copy.count, line: copy.line });
    return because(bytesMissing, { name, missing: missingBytes, landed: expectedBytes - missingBytes, line: expects });
  }
  const meant = (passed ?? -1) + 1;
  if (isOvertaken(at)) return because(phaseOvertaken, { meant, expected, line: initial });
  const later = deadlock.unreached
    .filter((unreached) => unreached.operation !== "initialize" && unreached.line >= line)
    .map((unreached) => unreached.line);
  if (pending < expected) {
    const arrived = expected - pending;
    if (at.ended > 0) return because(endedBefore, { ended: at.ended, arrived, line: initial });
    const arrivals = deadlock.unreached
      .filter(({ operation }) => operation === "arrive" || operation === "expect")
      .map((unreached) => unreached.line);
    return because(arrivalsMissing, { arrived, absent: at.absent, line: initial, expected, later: arrivals });
  }
  if (phase > 0) {
    const did = actsWords(acts.filter((act) => act.phase === phase - 1 && act.operation !== "initialize"));
    return because(phaseNotBegun, { phase, did, hasWaited: passed === phase - 1 });
  }
  const other = deadlock.warps.find((warp) => warp.at.kind === "phase" && warp.at.address !== at.address && isUntouched(warp.at))?.at;
  if (parity === 0 && other?.kind === "phase") return because(waitsInCircle, { name, other: other.name });
  return later.length > 0 ? because(waitsFirst, { name, later }) : because(neverArrives, { name });
}

/** The other warps, and where they wait: those that wait for the same in the same line together. */
function othersOf(warps: readonly StuckWarp[], told: number): string[] {
  const others = warps.filter((_, index) => index !== told);
  if (others.length === 0) return [];
  const own = shortly(warps[told]!.at);
  const places = [...Map.groupBy(others, ({ at, line }) => `${shortly(at) === own ? "for the same" : shortly(at)} in line ${line}`)];
  const words = places
    .slice(0, MOST_OTHERS)
    .map(([where, group]) => `${group.length === 1 ? group[0]!.name : count(group.length, "warp")} ${where}`);
  const left = places.slice(MOST_OTHERS).reduce((sum, [, group]) => sum + group.length, 0);
  if (left > 0) words.push(`${count(left, "warp")} elsewhere`);
  return [`${count(others.length, "other warp")} ${others.length === 1 ? "waits" : "wait"}, too: ${listed(words)}.`];
}

function shortly(at: StuckAt): string {
  switch (at.kind) {
    case "phase":
      return `for phase ${at.phase} of ${at.name} (${stateOf(at)})`;
    case "named":
      return `at barrier ${at.number} (${grouped(at.arrived)} of ${grouped(at.expected)} threads)`;
    case "cluster":
      return "at the cluster's barrier";
    case "block":
      return "at `__syncthreads()`";
    case "groups":
      return "for bulk copies";
    case "products":
      return "for products of its warpgroup";
  }
}

function isUntouched({ phase, acts }: StuckPhase): boolean {
  return phase === 0 && acts.every(({ operation }) => operation === "initialize");
}

/** "line 30 has arrived once and expects 2,048 bytes, and the copy in line 31 has brought 1,024" */
function actsWords(acts: readonly LineAct[]): string {
  const threads = [
    ...Map.groupBy(
      acts.filter(({ operation }) => operation !== "copy"),
      ({ line }) => line,
    ),
  ].map(([line, own]) => `line ${line} ${listed(own.toSorted((a, b) => a.operation.localeCompare(b.operation)).map(actWords))}`);
  const copies = acts.flatMap(({ operation, line, count: bytes }) => (operation === "copy" ? [`the copy in line ${line} has brought ${count(bytes, "byte")}`] : [])); // prettier-ignore
  return threads.length > 0 && copies.length > 0 ? `${listed(threads)}; ${listed(copies)}` : listed([...threads, ...copies]);
}

function actWords({ operation, count: times }: LineAct): string {
  if (operation === "expect") return `expects ${count(times, "byte")}`;
  return `has arrived ${times === 1 ? "once" : `${grouped(times)} times`}`;
}

/** "1,024 bytes" */
function count(number: number, noun: string): string {
  return counted(grouped(number), noun);
}

/** Instructions whose copies complete bytes at a barrier object. */
const COPIES: readonly InstructionName[] = ["bulk.load", "bulk.send", "tensor.load", "st.async", "red.async"];

/** The operation of an instruction on a barrier object; undefined if it has none. */
export function barrierOperation(name: InstructionName): BarrierOperation | undefined {
  if (name === "mbarrier.init") return "initialize";
  if (name === "mbarrier.arrive.expect_tx" || name === "mbarrier.expect_tx") return "expect";
  if (name.startsWith("mbarrier.arrive") || name.startsWith("cp.async.mbarrier.arrive")) return "arrive";
  return COPIES.includes(name) ? "copy" : undefined;
}
