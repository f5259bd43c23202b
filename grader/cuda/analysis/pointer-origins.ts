import type { Program, Register, ScalarType, Step, Value, Variable } from "../ir/program.ts";
import { eachStep, operandsOf, setBy } from "../ir/walk.ts";

/** A pointer's origin: a parameter's array, a variable in memory; "memory" for one that is loaded, which may be any. */
export type PointerOrigin =
  | { readonly kind: "parameter"; readonly register: Register }
  | { readonly kind: "shared" | "local"; readonly variable: number }
  | { readonly kind: "dynamic shared" }
  | { readonly kind: "symbol"; readonly name: string }
  | { readonly kind: "memory" | "null" };

/** More origins than this are as good as any. */
const MOST_ORIGINS = 8;
const FROM_MEMORY: PointerOrigin = { kind: "memory" };
const NULL: PointerOrigin = { kind: "null" };
const DYNAMIC_SHARED: PointerOrigin = { kind: "dynamic shared" };

/**
 * The arrays that the addresses of each access are made from, by the access's number, whatever the path to it; undefined where a pointer
 * comes from memory, or where nothing is known of it.
 */
export function pointerOrigins(program: Program): readonly (readonly PointerOrigin[] | undefined)[] {
  const origins = new Origins(program);
  const bySite = program.sites.map(() => new Set<PointerOrigin>());
  eachStep(program.body, (step) => {
    if ("address" in step) for (const origin of origins.of(step.address)) bySite[step.site.number]!.add(origin);
    if (step.kind !== "copy") return;
    for (const origin of origins.of(step.from)) bySite[step.source.number]!.add(origin);
    for (const origin of origins.of(step.to)) bySite[step.destination.number]!.add(origin);
  });
  return bySite.map((found) => (found.size === 0 || found.size > MOST_ORIGINS || found.has(FROM_MEMORY) ? undefined : [...found]));
}

/** A step that gives a register or an array of registers a pointer. */
type PointerSet = Extract<Step, { kind: "set" | "setElement" | "shuffle" }>;

/** The origins of a program's registers. Where pointers are computed as whole numbers, each operand counts. */
class Origins {
  readonly #found = new Map<Variable, Set<PointerOrigin>>();
  readonly #interned = new Map<string, PointerOrigin>();

  constructor({ body, parameters }: Program) {
    const readers = new Map<Variable, PointerSet[]>();
    const waiting: PointerSet[] = [];
    for (const { register } of parameters) {
      if (register.type === "ptr") this.#of(register).add({ kind: "parameter", register });
    }
    eachStep(body, (step) => {
      if (step.kind !== "set" && step.kind !== "setElement" && step.kind !== "shuffle") {
        for (const set of setBy(step)) if (set.type === "ptr") this.#of(set).add(FROM_MEMORY);
        return;
      }
      if (!mayPoint(step.value.type)) return;
      waiting.push(step);
      eachSource(step.value, (source) => {
        if (source.kind === "register" || source.kind === "element") {
          const variable = source.kind === "register" ? source.register : source.array;
          const known = readers.get(variable);
          if (known) known.push(step);
          else readers.set(variable, [step]);
        }
      });
    });
    for (let step = waiting.pop(); step; step = waiting.pop()) {
      const target = step.kind === "set" ? step.register : step.kind === "setElement" ? step.array : step.into;
      const known = this.#of(target);
      const before = known.size;
      if (before <= MOST_ORIGINS) for (const origin of this.of(step.value)) known.add(origin);
      if (known.size > before) waiting.push(...(readers.get(target) ?? []));
    }
  }

  of(value: Value): ReadonlySet<PointerOrigin> {
    const found = new Set<PointerOrigin>();
    eachSource(value, (source) => {
      if (source.kind === "register") for (const origin of this.#found.get(source.register) ?? []) found.add(origin);
      else if (source.kind === "element") for (const origin of this.#found.get(source.array) ?? []) found.add(origin);
      else found.add(this.#originOf(source));
    });
    return found;
  }

  #of(variable: Variable): Set<PointerOrigin> {
    let found = this.#found.get(variable);
    if (!found) this.#found.set(variable, (found = new Set()));
    return found;
  }

  #originOf(base: Base): PointerOrigin {
    if (base.kind === "constant") return NULL;
    if (base.kind === "symbol") return this.#once(`symbol ${base.name}`, { kind: "symbol", name: base.name });
    if (base.special === "dynamicSharedBase") return DYNAMIC_SHARED;
    if (base.variable === undefined) return FROM_MEMORY;
    const kind = base.special === "sharedBase" ? "shared" : "local";
    return this.#once(`${kind} ${base.variable}`, { kind, variable: base.variable });
  }

  #once(key: string, origin: PointerOrigin): PointerOrigin {
    const known = this.#interned.get(key);
    if (known) return known;
    this.#interned.set(key, origin);
    return origin;
  }
}

type Base = Extract<Value, { kind: "special" | "symbol" | "constant" }>;
type Source = Base | Extract<Value, { kind: "register" | "element" }>;

/** Visits what an address is made from. The index of an offset is no part of it. */
function eachSource(value: Value, visit: (source: Source) => void): void {
  const left = [value];
  for (let next = left.pop(); next; next = left.pop()) {
    if (next.kind === "register" || next.kind === "element" || next.kind === "symbol") visit(next);
    else if (next.kind === "special") {
      if (next.type === "ptr") visit(next);
    } else if (next.kind === "constant") {
      if (next.type === "ptr" && next.value === 0) visit(next);
    } else if (next.kind === "offset") left.push(next.pointer);
    else if (next.kind === "select") left.push(next.then, next.otherwise);
    else left.push(...operandsOf(next).filter(({ type }) => mayPoint(type)));
  }
}

function mayPoint(type: ScalarType): boolean {
  return type === "ptr" || type === "u64" || type === "i64";
}
