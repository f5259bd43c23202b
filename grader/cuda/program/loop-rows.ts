import { MOST_PARTS, inTermsOf, type PartsLeft } from "./address-in-loop.ts";
import type { Made } from "./context.ts";
import { isStepOf, unrollingsIn, type Loop } from "./loops.ts";
import type { Register, Step, Value } from "../ir/program.ts";
import { mayBeOne, type Space } from "./spaces.ts";
import { constant, read } from "../ir/values.ts";
import { eachStep, setBy, settersIn, type Setters } from "../ir/walk.ts";

type Load = Extract<Step, { kind: "load" }>;

/** An inner loop of up to so many passes keeps what it loads in as many registers. */
const MOST_KEPT = 32;

/**
 * Keeps in registers what a loop's inner loop loads anew in each pass of the loop around it, as a compiler does that unrolls the inner
 * one: `for m … for n … sums[m][n] += a[m] * b[n]` loads each `b[n]` once, before the loop over m.
 *
 * @param spaceOf the memory that an address from outside the loop is in
 * @returns the steps that take the loop's place; undefined where there is nothing to keep
 */
export function withKeptRows(loop: Loop, made: Made, spaceOf: (address: Value) => Space): Step[] | undefined {
  const unrollings = unrollingsIn([loop]);
  for (const [at, inner] of loop.body.entries()) {
    const unrolling = inner.kind === "loop" ? unrollings.get(inner) : undefined;
    if (inner.kind !== "loop" || unrolling?.kind !== "whole" || unrolling.passes > MOST_KEPT) continue;
    const [, ...before] = loop.body.slice(0, at);
    const counter = mayLeave(before) ? undefined : counterOf(inner, before);
    const row = counter && new Row(loop, inner, counter, spaceOf);
    const loads = row?.loads() ?? [];
    if (row && loads.length > 0) return keptRow(loop, inner, row, loads, unrolling.passes, made);
  }
  return undefined;
}

/** What an inner loop counts by ones, from 0, which the steps before it set. */
function counterOf(inner: Loop, before: readonly Step[]): Register | undefined {
  const step = inner.step.find((own) => own.kind === "set" && isStepOf(own.value, own.register));
  if (step?.kind !== "set") return undefined;
  const { register, value } = step;
  const isByOne =
    value.kind === "arithmetic" &&
    value.operator === "+" &&
    [value.left, value.right].some((side) => side.kind === "constant" && Number(side.value) === 1);
  const start = before.findLast((other) => setBy(other).includes(register));
  const isFromZero = start?.kind === "set" && start.value.kind === "constant" && Number(start.value.value) === 0;
  let sets = 0;
  eachStep(inner.body, (other) => (sets += setBy(other).includes(register) ? 1 : 0));
  return isByOne && isFromZero && sets === 0 ? register : undefined;
}

/** A load of a row, with its address in terms of the inner loop's counter and of what the outer loop does not change. */
interface RowLoad {
  readonly load: Load;
  readonly address: Value;
}

class Row {
  readonly counter: Register;
  readonly #inner: Loop;
  readonly #spaceOf: (address: Value) => Space;
  readonly #sets: Setters;
  /** The steps that every pass of the inner loop, or of the outer one before it, performs. */
  readonly #before: ReadonlySet<Step>;
  readonly #stored: Value[] = [];
  #isOrdered = false;

  constructor(loop: Loop, inner: Loop, counter: Register, spaceOf: (address: Value) => Space) {
    this.counter = counter;
    this.#inner = inner;
    this.#spaceOf = spaceOf;
    this.#sets = settersIn([loop]);
    this.#before = new Set([...loop.body.slice(0, loop.body.indexOf(inner)), ...inner.body]);
    eachStep([loop], (step) => {
      if (["atomic", "barrier", "warpBarrier", "fence", "exit"].includes(step.kind)) this.#isOrdered = true;
      if (step.kind === "store") this.#stored.push(step.address);
    });
  }

  /** The loads that every pass of the inner loop performs, and that are the same for every pass of the outer one. */
  loads(): RowLoad[] {
    const [, ...certain] = this.#inner.body;
    const end = certain.findIndex(
      ({ kind }) => kind === "if" || kind === "loop" || kind === "block" || kind === "leave" || kind === "again",
    );
    return certain.slice(0, end < 0 ? certain.length : end).flatMap((load) => {
      const address = load.kind === "load" ? this.#constant(load.address) : undefined;
      if (load.kind !== "load" || load.site.isVolatile || address === undefined || !this.#isCounted(address)) return [];
      const space = this.#spaceOf(rootOf(address));
      if (this.#isOrdered && space !== "unchanged") return [];
      const isChanged = this.#stored.some((other) => mayBeOne(space, this.#spaceOfStore(other)));
      return isChanged ? [] : [{ load, address }];
    });
  }

  #spaceOfStore(address: Value): Space {
    const root = rootOf(this.#constant(address) ?? address);
    return root.kind === "register" && this.#sets.has(root.register) ? "unknown" : this.#spaceOf(root);
  }

  #isCounted(value: Value): boolean {
    if (value.kind === "register") return value.register === this.counter;
    if (value.kind === "arithmetic") return this.#isCounted(value.left) || this.#isCounted(value.right);
    if (value.kind === "offset") return this.#isCounted(value.pointer) || this.#isCounted(value.index);
    return value.kind === "convert" && this.#isCounted(value.operand);
  }

  /** A value in terms of the counter and of what the outer loop does not set; undefined where that cannot be. */
  #constant(value: Value, parts: PartsLeft = { left: MOST_PARTS }): Value | undefined {
    return inTermsOf(
      value,
      (own) => {
        const sets = this.#sets.get(own.register);
        if (own.register === this.counter || sets === undefined) return own;
        const [set] = sets;
        return sets.length === 1 && set?.kind === "set" && this.#before.has(set) ? this.#constant(set.value, parts) : undefined;
      },
      parts,
    );
  }
}

/** Before the loop, a loop that loads the row; in it, the row's registers in place of the loads. */
function keptRow(loop: Loop, inner: Loop, { counter }: Row, loads: readonly RowLoad[], passes: number, made: Made): Step[] | undefined {
  const [guard] = loop.body;
  const [innerGuard] = inner.body;
  if (guard?.kind !== "if" || innerGuard?.kind !== "if" || guard.then.length !== 1 || guard.then[0]!.kind !== "leave") return undefined;
  const { span } = loop;
  const label = made.label();
  const rows = loads.map(({ load, address }) => ({ load, address, arrays: load.into.map(({ type }) => made.array(type, passes, "kept")) }));
  const test: Value = { kind: "comparison", type: "bool", operator: ">=", left: read(counter), right: constant(counter.type, passes) };
  const next: Value = { kind: "arithmetic", type: counter.type, operator: "+", left: read(counter), right: constant(counter.type, 1) };
  const loading: Step[] = rows.flatMap(({ load, address, arrays }): Step[] => {
    const into = load.into.map(({ type }) => made.register(type));
    const kept = into.map((register, i): Step => ({
      kind: "setElement",
      array: arrays[i]!,
      index: read(counter),
      value: read(register),
      span,
    }));
    return [{ ...load, address, into }, ...kept];
  });
  const before: Step[] = [
    { kind: "set", register: counter, value: constant(counter.type, 0), span },
    {
      kind: "loop",
      label,
      span,
      step: [{ kind: "set", register: counter, value: next, span }],
      body: [{ kind: "if", test, then: [{ kind: "leave", label, span }], otherwise: [], span }, ...loading],
    },
  ];
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
  // For lanes that go round no time, nothing is loaded.
  const goes = made.register("bool", "goes");
  return [
    { kind: "set", register: goes, value: { kind: "not", type: "bool", operand: guard.test }, span },
    { kind: "if", test: read(goes), then: before, otherwise: [], span },
    { ...loop, body: loop.body.map((step) => (step === inner ? { ...inner, body } : step)) },
  ];
}

function mayLeave(steps: readonly Step[]): boolean {
  let may = false;
  eachStep(steps, ({ kind }) => (may ||= kind === "leave" || kind === "again" || kind === "exit"));
  return may;
}

function rootOf(address: Value): Value {
  return address.kind === "offset" ? rootOf(address.pointer) : address;
}
