import type { Register, RegisterArray, Step, Value } from "../ir/program.ts";
import type { NumberOperation } from "./scalar.ts";

/** A place where the code checks an index into an array of registers. */
export interface IndexedPlace {
  readonly step: Step;
  readonly array: RegisterArray;
}

/** The code of a kernel while it is written: its lines, and what they refer to by name or by number. */
export class Code {
  lines: string[] = [];
  /** The step that is being written. */
  step!: Step;
  /** The step before it in its list. */
  previous: Step | undefined;
  /** Operations that the code calls by their names. */
  readonly operations = new Set<NumberOperation>();
  /** Functions that it calls, and their numbers. */
  readonly functions = new Map<string, number>();
  readonly steps: Step[] = [];
  readonly indexed: IndexedPlace[] = [];
  readonly checks: Value[] = [];
  /** Declarations of arrays that hold something for a moment only. */
  readonly scratch = new Set<string>();
  /** Variables of the kernel's function that are declared at its start, undefined at first. */
  readonly declared = new Set<string>();
  #fresh = 0;

  /** A fresh name. */
  name(letter: string): string {
    return `${letter}_${this.#fresh++}`;
  }

  out(line: string): void {
    this.lines.push(line);
  }

  readonly call = (name: NumberOperation): string => {
    this.operations.add(name);
    return name;
  };

  /** The name of a function of numbers. */
  functionName(name: string): string {
    let number = this.functions.get(name);
    if (number === undefined) this.functions.set(name, (number = this.functions.size));
    return `f${number}`;
  }

  stepNumber(step: Step = this.step): number {
    const known = this.steps.indexOf(step);
    return known >= 0 ? known : this.steps.push(step) - 1;
  }

  indexedNumber(array: RegisterArray): number {
    return this.indexed.push({ step: this.step, array }) - 1;
  }

  checkNumber(value: Value): number {
    return this.checks.push(value) - 1;
  }

  /** A name for a value that is the same for the whole warp, computed now. */
  hoisted(text: string): string {
    if (/^(\w+|\(-\d+\))$/.test(text) && !/^[rm]\d*[bs]?$/.test(text)) return text;
    const name = this.name("u");
    this.out(`const ${name} = ${text};`);
    return name;
  }
}

/** A register's variable, or array of 32. */
export const nameOf = ({ number }: Register): string => `r${number}`;
