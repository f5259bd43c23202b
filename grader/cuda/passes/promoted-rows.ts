import { baseOf, mayAlias, type Space } from "../analysis/aliases.ts";
import { LoopAccesses, type Load, type LoopAccess } from "../analysis/loop-accesses.ts";
import type { LoopFacts } from "../analysis/loop-facts.ts";
import type { LoopEvolution, ScalarEvolution } from "../analysis/scalar-evolution.ts";
import { guardOf, mayLeave, guardedByLoop, type Loop } from "../ir/loop.ts";
import type { Register, RegisterArray, Step, Value } from "../ir/program.ts";
import type { ProgramParts } from "../ir/program-parts.ts";
import { constant, read } from "../ir/values.ts";

/** An inner loop of up to so many passes keeps what it loads in as many registers. */
const MOST_PASSES = 32;

/**
 * Promotes to registers what a loop's inner loop loads anew in each pass of the loop around it, as a compiler does that unrolls the inner
 * one: `for m … for n … sums[m][n] += a[m] * b[n]` loads each `b[n]` once, before the loop over m.
 *
 * @param facts of the loop
 * @param parts of the program, to which registers are added
 * @param evolution of its loops, this one before its change
 * @param spaceBefore the space of an address before the loop
 * @returns the steps that take the loop's place; undefined where nothing can be promoted
 */
export function withPromotedRows(
  loop: Loop,
  facts: LoopFacts,
  parts: ProgramParts,
  evolution: ScalarEvolution,
  spaceBefore: (address: Value) => Space,
): Step[] | undefined {
  const { test } = guardOf(loop);
  for (const [at, inner] of loop.body.entries()) {
    const values = inner.kind === "loop" ? evolution.of(inner) : undefined;
    if (inner.kind !== "loop" || values?.trips === undefined || values.trips.iterations > MOST_PASSES) continue;
    const passes = values.trips.iterations;
    const [, ...before] = loop.body.slice(0, at);
    const counter = before.some(mayLeave) ? undefined : counterOf(inner, values);
    const loads = counter ? rowLoads({ loop, facts, inner, counter, values }, spaceBefore) : [];
    if (counter === undefined || loads.length === 0) continue;
    if (test === undefined || inner.body[0]?.kind !== "if") return undefined;
    const rows = loads.map(({ step, address }): Row => ({
      load: step,
      address,
      arrays: step.into.map(({ type }) => parts.array(type, passes, "promoted")),
    }));
    const loading = loadingLoop(loop, rows, counter, passes, parts);
    // For lanes that skip the loop, nothing is loaded.
    const isEntered = parts.register("bool", "entered");
    return [
      { kind: "set", register: isEntered, value: { kind: "not", type: "bool", operand: test }, span: loop.span },
      ...guardedByLoop(read(isEntered), loading, loop),
      { ...loop, body: loop.body.map((step) => (step === inner ? withRows(inner, rows, counter) : step)) },
    ];
  }
  return undefined;
}

/** The register that an inner loop counts by ones from 0, after each pass. */
function counterOf(inner: Loop, { inductionVariables }: LoopEvolution): Register | undefined {
  const counter = [...inductionVariables.values()].find(
    ({ isCounter, start, evolution, set }) => isCounter && start === 0 && evolution.step === 1 && inner.step.includes(set),
  );
  return counter?.register;
}

/** A loop with an inner one that counts through rows. */
interface RowLoop {
  readonly loop: Loop;
  readonly facts: LoopFacts;
  readonly inner: Loop;
  readonly counter: Register;
  /** The evolution of the inner loop's values. */
  readonly values: LoopEvolution;
}

/** A load of a row, with its address in terms of the inner loop's counter and of what the outer loop does not set. */
interface RowLoad {
  readonly step: Load;
  readonly address: Value;
}

/** The loads that every pass of the inner loop performs, and that are the same for every pass of the outer one. */
function rowLoads({ loop, facts, inner, counter, values }: RowLoop, spaceBefore: (address: Value) => Space): RowLoad[] {
  const { definitions, isOrdered, mayExit } = facts;
  const accesses = new LoopAccesses(loop, definitions, spaceBefore, counter);
  const spaceOf = ({ step, address }: LoopAccess): Space => {
    const base = baseOf(address ?? step.address);
    return base.kind === "register" && definitions.has(base.register) ? "unknown" : spaceBefore(base);
  };
  const stored = [...new Set(accesses.all.filter(({ step }) => step.kind === "store").map(spaceOf))];
  const [, ...certain] = inner.body;
  const end = certain.findIndex(({ kind }) => kind === "if" || kind === "loop" || kind === "block" || kind === "leave" || kind === "again");
  return certain.slice(0, end < 0 ? certain.length : end).flatMap((step) => {
    const access = accesses.of(step);
    if (step.kind !== "load" || step.site.isVolatile || !access?.address || values.of(access.address).change === "none") return [];
    const space = spaceOf(access);
    if ((isOrdered || mayExit) && space !== "unchanged") return [];
    return stored.some((other) => mayAlias(space, other)) ? [] : [{ step, address: access.address }];
  });
}

/** A row with the registers that take its place, for each component as many as the inner loop has passes. */
interface Row {
  readonly load: Load;
  readonly address: Value;
  readonly arrays: readonly RegisterArray[];
}

/** Loads rows, as the inner loop goes. */
function loadingLoop({ span }: Loop, rows: readonly Row[], counter: Register, passes: number, parts: ProgramParts): Step[] {
  const label = parts.label();
  const test: Value = { kind: "comparison", type: "bool", operator: ">=", left: read(counter), right: constant(counter.type, passes) };
  const next: Value = { kind: "arithmetic", type: counter.type, operator: "+", left: read(counter), right: constant(counter.type, 1) };
  const loading = rows.flatMap(({ load, address, arrays }): Step[] => {
    const into = load.into.map(({ type }) => parts.register(type));
    const index = read(counter);
    const sets = into.map((register, i): Step => ({ kind: "setElement", array: arrays[i]!, index, value: read(register), span }));
    return [{ ...load, address, into }, ...sets];
  });
  return [
    { kind: "set", register: counter, value: constant(counter.type, 0), span },
    {
      kind: "loop",
      label,
      body: [{ kind: "if", test, then: [{ kind: "leave", label, span }], otherwise: [], span }, ...loading],
      step: [{ kind: "set", register: counter, value: next, span }],
      span,
    },
  ];
}

/** The inner loop with the rows' registers in place of the loads. */
function withRows(inner: Loop, rows: readonly Row[], counter: Register): Loop {
  const body = inner.body.flatMap((step): Step[] => {
    const row = rows.find(({ load }) => load === step);
    if (!row) return [step];
    return row.load.into.map((register, i) => ({
      kind: "set",
      register,
      value: { kind: "element", type: register.type, array: row.arrays[i]!, index: read(counter) },
      span: step.span,
    }));
  });
  return { ...inner, body };
}
