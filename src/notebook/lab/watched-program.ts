import { SCALAR_BYTES, type Program, type Register, type Step, type Value } from "#cuda/ir/program.ts";
import { tokenize, type Token } from "#cuda/text/token.ts";
import type { Span } from "#cuda/source-error.ts";
import type { SourceFile } from "#cuda/syntax/tree.ts";

/** What a watched program tells of one of its steps, each time that a warp comes to it. */
export interface Watch {
  /** "after": with what a load, an atomic, a shuffle or a vote brought; else what the warp is about to do. */
  readonly when: "before" | "after";
  readonly step: WatchedStep;
  /** Variables of the text that are in scope and hold a value: their values come first. */
  readonly locals: readonly Register[];
  /** What is loaded or stored, an atomic's operands or what it found, what is exchanged: their values follow. */
  readonly values: readonly Value[];
}

export type WatchedStep = Step & { readonly kind: "load" | "store" | "atomic" | "copy" | "barrier" | "shuffle" | "vote" };

/** A program that does what another one does, and tells of its steps on the way. */
export interface WatchedProgram {
  readonly program: Program;
  /** What a `print` step of the program tells; undefined for one that the text has. */
  readonly watchOf: (step: Step & { kind: "print" }) => Watch | undefined;
}

/**
 * Watches the loads, stores, atomics, copies, barriers, shuffles and votes of a program: before and after each stands a `print` of the values.
 *
 * @param file the text that the program was compiled from: it says where its variables are in scope
 */
export function watchProgram(program: Program, source: string, file: SourceFile): WatchedProgram {
  const watcher = new Watcher(program, source, scopesOf(file));
  return { program: watcher.program, watchOf: ({ format }) => watcher.watches[format - program.formats.length] };
}

class Watcher {
  readonly program: Program;
  readonly watches: Watch[] = [];
  readonly #from: Program;
  /** Where names stand in the text, in order. */
  readonly #names: Readonly<Partial<Record<string, readonly Token[]>>>;
  readonly #scopes: readonly Span[];
  readonly #registers: Register[];

  constructor(program: Program, source: string, scopes: readonly Span[]) {
    this.#from = program;
    this.#names = Object.groupBy(
      tokenize(source).filter(({ kind }) => kind === "name"),
      ({ text }) => text,
    );
    this.#scopes = scopes;
    this.#registers = [...program.registers];
    const body = this.#walk(program.body, new Set(program.parameters.map(({ register }) => register)));
    this.program = { ...program, body, registers: this.#registers };
  }

  /** @param set registers that hold a value on every way to here; those that the steps set are added */
  #walk(steps: readonly Step[], set: Set<Register>): Step[] {
    return steps.flatMap((step) => this.#step(step, set));
  }

  #step(step: Step, set: Set<Register>): Step[] {
    switch (step.kind) {
      case "set":
        set.add(step.register);
        return [step];
      case "load": {
        const watched = [this.#before(step, [], set), step, this.#after(step, step.into)];
        for (const register of step.into) set.add(register);
        return watched;
      }
      case "store":
        return [this.#before(step, step.values, set), step];
      case "atomic": {
        // Also of a reduction, whose old value nobody takes: the request stays what it is.
        const components = step.site.bytesPerLane / SCALAR_BYTES[step.type];
        const into = Array.from({ length: components }, (_, i) => step.into[i] ?? this.#temporary(step.type));
        const watched = [this.#before(step, step.operands, set), { ...step, into }, this.#after(step, into)];
        for (const register of into) set.add(register);
        return watched;
      }
      case "copy":
        return [this.#before(step, [], set), step];
      case "barrier":
        if (step.into) set.add(step.into);
        return [this.#before(step, [], set), step];
      case "shuffle":
      case "vote": {
        const watched = [this.#before(step, [step.value], set), step, this.#after(step, [step.into])];
        set.add(step.into);
        return watched;
      }
      case "if": {
        const whenTrue = new Set(set);
        const whenFalse = new Set(set);
        const then = this.#walk(step.then, whenTrue);
        const otherwise = this.#walk(step.otherwise, whenFalse);
        for (const register of endsAway(step.then) ? whenFalse : whenTrue)
          if (endsAway(step.otherwise) || whenFalse.has(register)) set.add(register);
        return [{ ...step, then, otherwise }];
      }
      case "loop":
        return [{ ...step, body: this.#walk(step.body, new Set(set)), step: this.#walk(step.step, new Set(set)) }];
      case "block":
        return [{ ...step, body: this.#walk(step.body, new Set(set)) }];
      default:
        return [step];
    }
  }

  #temporary(type: Register["type"]): Register {
    const register: Register = { number: this.#registers.length, type, name: "" };
    this.#registers.push(register);
    return register;
  }

  #before(step: WatchedStep, values: readonly Value[], set: ReadonlySet<Register>): Step {
    const locals = [...set].filter((register) => this.#isInScope(register, step.span.from));
    locals.sort((a, b) => a.declared!.from - b.declared!.from || a.number - b.number);
    return this.#print({ when: "before", step, locals, values });
  }

  #after(step: WatchedStep, into: readonly Register[]): Step {
    return this.#print({ when: "after", step, locals: [], values: into.map(readOf) });
  }

  #print(watch: Watch): Step {
    const format = this.#from.formats.length + this.watches.push(watch) - 1;
    return { kind: "print", format, operands: [...watch.locals.map(readOf), ...watch.values], span: watch.step.span };
  }

  #isInScope({ name, declared }: Register, place: number): boolean {
    if (declared === undefined || declared.from > place) return false;
    // What the course's own library declares is declared in another text.
    const [variable = ""] = name.split(/[.[]/);
    if (!this.#names[variable]?.some(({ span }) => span.from >= declared.from && span.to <= declared.to)) return false;
    return this.#scopes.every(({ from, to }) => declared.from < from || declared.from >= to || (place >= from && place < to));
  }
}

const readOf = (register: Register): Value => ({ kind: "register", type: register.type, register });

function endsAway(steps: readonly Step[]): boolean {
  const last = steps.at(-1)?.kind;
  return last === "leave" || last === "again" || last === "exit";
}

/** Where a name that is declared inside is known: functions, blocks, loops and lambdas. */
const SCOPES: ReadonlySet<unknown> = new Set(["function", "block", "for", "if", "lambda"]);

function scopesOf(file: SourceFile): Span[] {
  const scopes: Span[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if ("kind" in node && SCOPES.has(node.kind) && "span" in node) scopes.push(node.span as Span);
    for (const part of Object.values(node)) visit(part);
  };
  visit(file.declarations);
  return scopes;
}
