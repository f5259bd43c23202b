import type { AccessSite } from "../machine/access-site.ts";
import type { Made } from "./context.ts";
import type { Register, Step, Value } from "./program.ts";
import { withoutRepeatedLoads } from "./repeated-loads.ts";

/**
 * What a compiler would leave out: values that nobody reads, and the loads of a struct's fields that are never used. An atomic whose old
 * value is never read becomes a reduction, as the hardware has an instruction of its own for it.
 */
export function finish(body: readonly Step[], made: Made): { body: Step[]; sites: AccessSite[] } {
  let steps = withoutRepeatedLoads(body);
  for (;;) {
    const read = new Set<Register>();
    visitSteps(steps, (value) => void (value.kind === "register" && read.add(value.register)));
    const [kept, dropped] = without(steps, read, made);
    steps = kept;
    if (!dropped) break;
  }
  return renumbered(steps, made);
}

function without(steps: readonly Step[], read: ReadonlySet<Register>, made: Made): [Step[], boolean] {
  let dropped = false;
  const walk = (list: readonly Step[]): Step[] =>
    list.flatMap((step): Step[] => {
      switch (step.kind) {
        case "set":
          if (read.has(step.register)) return [step];
          dropped = true;
          return [];
        case "load":
          if (!made.droppable.has(step.site.number) || step.into.some((register) => read.has(register))) return [step];
          dropped = true;
          return [];
        case "if": {
          const [then, otherwise] = [walk(step.then), walk(step.otherwise)];
          if (then.length > 0 || otherwise.length > 0) return [{ ...step, then, otherwise }];
          dropped = true;
          return [];
        }
        case "loop":
          return [{ ...step, body: walk(step.body), step: walk(step.step) }];
        case "block":
          return [{ ...step, body: walk(step.body) }];
        case "atomic":
          return step.into !== undefined && !read.has(step.into) && step.operator !== "exchange" && step.operator !== "cas"
            ? [{ ...step, into: undefined, site: { ...step.site, op: "reduction" } }]
            : [step];
        default:
          return [step];
      }
    });
  const kept = walk(steps);
  return [kept, dropped];
}

/** Numbers the sites that are left in the order of the text. */
function renumbered(steps: readonly Step[], made: Made): { body: Step[]; sites: AccessSite[] } {
  const left = new Map<number, AccessSite>();
  const collect = (list: readonly Step[]): void => {
    for (const step of list) {
      if ("site" in step) left.set(step.site.number, step.site);
      for (const inner of innerSteps(step)) collect(inner);
    }
  };
  collect(steps);
  const ordered = [...left.values()].toSorted((a, b) => a.span.from - b.span.from || a.span.to - b.span.to || a.number - b.number);
  const sites = ordered.map((site, number) => ({ ...site, number }));
  const byOldNumber = new Map(ordered.map((site, number) => [site.number, sites[number]!]));
  const walk = (list: readonly Step[]): Step[] =>
    list.map((step): Step => {
      switch (step.kind) {
        case "load":
        case "store":
        case "atomic":
          return { ...step, site: byOldNumber.get(step.site.number)! };
        case "if":
          return { ...step, then: walk(step.then), otherwise: walk(step.otherwise) };
        case "loop":
          return { ...step, body: walk(step.body), step: walk(step.step) };
        case "block":
          return { ...step, body: walk(step.body) };
        default:
          return step;
      }
    });
  made.sites.length = 0;
  made.sites.push(...sites);
  return { body: walk(steps), sites };
}

function innerSteps(step: Step): readonly (readonly Step[])[] {
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

/** Calls for every value in the steps, parts included. */
export function visitSteps(steps: readonly Step[], visit: (value: Value) => void): void {
  for (const step of steps) {
    for (const value of valuesOf(step)) visitValue(value, visit);
    for (const inner of innerSteps(step)) visitSteps(inner, visit);
  }
}

function valuesOf(step: Step): readonly Value[] {
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
      return step.operands;
    default:
      return [];
  }
}

function visitValue(value: Value, visit: (value: Value) => void): void {
  visit(value);
  switch (value.kind) {
    case "element":
      return visitValue(value.index, visit);
    case "arithmetic":
    case "comparison":
    case "logic":
      visitValue(value.left, visit);
      return visitValue(value.right, visit);
    case "not":
    case "negate":
    case "complement":
    case "convert":
    case "bits":
      return visitValue(value.operand, visit);
    case "offset":
      visitValue(value.pointer, visit);
      return visitValue(value.index, visit);
    case "select":
      visitValue(value.test, visit);
      visitValue(value.then, visit);
      return visitValue(value.otherwise, visit);
    case "function":
      for (const operand of value.operands) visitValue(operand, visit);
      return;
    default:
      return;
  }
}
