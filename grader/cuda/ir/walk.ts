import type { AccessSite } from "./access-site.ts";
import type { Register, Step, Value, Variable } from "./program.ts";

/** Traversals of a program: from a step to its values and inner steps, from a value to its operands. */

/** The values that a step computes itself, in the order in which they are computed; not those of the steps in it. */
export function valuesOf(step: Step): readonly Value[] {
  switch (step.kind) {
    case "set":
      return [step.value];
    case "setElement":
      return [step.index, step.value];
    case "load":
      return [step.address];
    case "store":
      return [step.address, ...step.values];
    case "atomic":
      return [step.address, ...step.operands];
    case "if":
    case "assert":
      return [step.test];
    case "barrier":
      return step.test ? [step.test] : [];
    case "warpBarrier":
      return [step.mask];
    case "shuffle":
      return [step.mask, step.value, step.lane, step.width];
    case "vote":
      return [step.mask, step.value];
    case "print":
    case "instruction":
      return step.operands;
    case "matrixProduct":
      return [...step.a, ...step.b, ...step.c];
    case "warpgroupProduct":
      return [...step.a, step.b, ...step.c, step.adds];
    case "exchange":
      return step.values;
    case "copy":
      return step.size ? [step.from, step.to, step.size] : [step.from, step.to];
    case "awaitCopies":
      return step.pending ? [step.pending] : [];
    case "loop":
    case "block":
    case "leave":
    case "again":
    case "exit":
    case "fence":
    case "compilerBarrier":
    case "commitCopies":
      return [];
  }
}

/** The registers and arrays that a step sets itself; not those that the steps in it set. */
export function setBy(step: Step): readonly Variable[] {
  switch (step.kind) {
    case "set":
      return [step.register];
    case "setElement":
      return [step.array];
    case "load":
    case "atomic":
    case "matrixProduct":
    case "warpgroupProduct":
    case "exchange":
    case "instruction":
      return step.into;
    case "barrier":
      return step.into ? [step.into] : [];
    case "shuffle":
    case "vote":
      return [step.into];
    default:
      return [];
  }
}

/** The lists of steps in a step. */
export function partsOf(step: Step): readonly (readonly Step[])[] {
  switch (step.kind) {
    case "if":
      return [step.then, step.otherwise];
    case "loop":
      return [step.body, step.step];
    case "block":
      return [step.body];
    default:
      return [];
  }
}

/** A step with other values in place of those that it computes itself. */
export function withValues(step: Step, change: (value: Value) => Value): Step {
  switch (step.kind) {
    case "set":
      return { ...step, value: change(step.value) };
    case "setElement":
      return { ...step, index: change(step.index), value: change(step.value) };
    case "load":
      return { ...step, address: change(step.address) };
    case "store":
      return { ...step, address: change(step.address), values: step.values.map(change) };
    case "atomic":
      return { ...step, address: change(step.address), operands: step.operands.map(change) };
    case "if":
    case "assert":
      return { ...step, test: change(step.test) };
    case "barrier":
      return { ...step, test: step.test && change(step.test) };
    case "warpBarrier":
      return { ...step, mask: change(step.mask) };
    case "shuffle":
      return { ...step, mask: change(step.mask), value: change(step.value), lane: change(step.lane), width: change(step.width) };
    case "vote":
      return { ...step, mask: change(step.mask), value: change(step.value) };
    case "print":
    case "instruction":
      return { ...step, operands: step.operands.map(change) };
    case "matrixProduct":
      return { ...step, a: step.a.map(change), b: step.b.map(change), c: step.c.map(change) };
    case "warpgroupProduct":
      return { ...step, a: step.a.map(change), b: change(step.b), c: step.c.map(change), adds: change(step.adds) };
    case "exchange":
      return { ...step, values: step.values.map(change) };
    case "copy":
      return { ...step, from: change(step.from), to: change(step.to), size: step.size && change(step.size) };
    case "awaitCopies":
      return { ...step, pending: step.pending && change(step.pending) };
    case "loop":
    case "block":
    case "leave":
    case "again":
    case "exit":
    case "fence":
    case "compilerBarrier":
    case "commitCopies":
      return step;
  }
}

/** The accesses of a step. */
export function sitesOf(step: Step): readonly AccessSite[] {
  if (step.kind === "copy") return [step.source, step.destination];
  return "site" in step && step.site ? [step.site] : [];
}

/** A step with other lists of steps in it. */
export function withParts(step: Step, change: (part: readonly Step[]) => readonly Step[]): Step {
  switch (step.kind) {
    case "if":
      return { ...step, then: change(step.then), otherwise: change(step.otherwise) };
    case "loop":
      return { ...step, body: change(step.body), step: change(step.step) };
    case "block":
      return { ...step, body: change(step.body) };
    default:
      return step;
  }
}

/** The values that a value is made of. */
export function operandsOf(value: Value): readonly Value[] {
  switch (value.kind) {
    case "constant":
    case "register":
    case "special":
    case "symbol":
      return [];
    case "element":
      return [value.index];
    case "arithmetic":
    case "comparison":
    case "logic":
      return [value.left, value.right];
    case "not":
    case "negate":
    case "complement":
    case "convert":
    case "bits":
      return [value.operand];
    case "offset":
      return [value.pointer, value.index];
    case "select":
      return [value.test, value.then, value.otherwise];
    case "function":
      return value.operands;
  }
}

/**
 * A value's operator, with its attributes: two values with the same operator and equal operands are equal. An `element` also needs the same
 * array.
 */
export function essenceOf(value: Exclude<Value, { kind: "register" }>): string {
  if (value.kind === "special") return value.special;
  if (value.kind === "constant") return `${value.type} ${Object.is(value.value, -0) ? "-0" : value.value}`;
  const { kind, type, operator, name, bytes } = value as { kind: string; type: string; operator?: string; name?: string; bytes?: number };
  return [kind, type, operator, name, bytes].join(" ");
}

/** A value with other operands. */
export function withOperands(value: Value, change: (operand: Value) => Value): Value {
  switch (value.kind) {
    case "constant":
    case "register":
    case "special":
    case "symbol":
      return value;
    case "element":
      return { ...value, index: change(value.index) };
    case "arithmetic":
    case "comparison":
    case "logic":
      return { ...value, left: change(value.left), right: change(value.right) };
    case "not":
    case "negate":
    case "complement":
    case "convert":
    case "bits":
      return { ...value, operand: change(value.operand) };
    case "offset":
      return { ...value, pointer: change(value.pointer), index: change(value.index) };
    case "select":
      return { ...value, test: change(value.test), then: change(value.then), otherwise: change(value.otherwise) };
    case "function":
      return { ...value, operands: value.operands.map(change) };
  }
}

/** Visits steps in the order of the text, each before the steps in it. */
export function eachStep(steps: readonly Step[], visit: (step: Step) => void): void {
  for (const step of steps) {
    visit(step);
    for (const part of partsOf(step)) eachStep(part, visit);
  }
}

/** Visits the registers that a value reads, each as often as it is read. */
export function eachRegisterIn(value: Value, visit: (register: Register) => void): void {
  if (value.kind === "register") return visit(value.register);
  for (const operand of operandsOf(value)) eachRegisterIn(operand, visit);
}

/** Visits the registers that steps read, those in them included, each as often as it is read. */
export function eachRead(steps: readonly Step[], visit: (register: Register) => void): void {
  eachStep(steps, (step) => {
    for (const value of valuesOf(step)) eachRegisterIn(value, visit);
  });
}
