import { isNeverReduction } from "#simulator/atomic-cost.ts";
import type { AccessSite } from "../ir/access-site.ts";
import type { Made } from "./context.ts";
import { withCopiedBytes } from "./copied-bytes.ts";
import { withLocalArrays } from "./local-arrays.ts";
import type { Register, Step } from "../ir/program.ts";
import { withoutRepeatedLoads } from "./repeated-loads.ts";
import { eachRead, eachStep, withParts } from "../ir/walk.ts";

/**
 * What a compiler would leave out: values that nobody reads, and the loads of a struct's fields that are never used. An atomic whose old
 * value is never read becomes a reduction, as the hardware has an instruction of its own for it.
 */
export function finish(body: readonly Step[], made: Made): { body: Step[]; sites: AccessSite[] } {
  const own = made.localBytes > 0 ? withLocalArrays(body, made) : body;
  const copied = withCopiedBytes(own, made);
  if (made.options.asWritten) return renumbered(copied, made);
  let steps = withoutRepeatedLoads(copied, made);
  for (;;) {
    const read = new Set<Register>();
    eachRead(steps, (register) => read.add(register));
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
        case "atomic":
          return isNeverReduction(step.site.atomic!) || step.into.some((register) => read.has(register))
            ? [step]
            : [{ ...step, into: [], site: { ...step.site, op: "reduction" } }];
        default:
          return [withParts(step, walk)];
      }
    });
  const kept = walk(steps);
  return [kept, dropped];
}

/** Numbers the sites that are left in the order of the text. */
function renumbered(steps: readonly Step[], made: Made): { body: Step[]; sites: AccessSite[] } {
  const left = new Map<number, AccessSite>();
  eachStep(steps, (step) => "site" in step && left.set(step.site.number, step.site));
  const ordered = [...left.values()].toSorted((a, b) => a.span.from - b.span.from || a.span.to - b.span.to || a.number - b.number);
  const sites = ordered.map((site, number) => ({ ...site, number }));
  const byOldNumber = new Map(ordered.map((site, number) => [site.number, sites[number]!]));
  const walk = (list: readonly Step[]): Step[] =>
    list.map((step) => ("site" in step ? { ...step, site: byOldNumber.get(step.site.number)! } : withParts(step, walk)));
  made.sites.length = 0;
  made.sites.push(...sites);
  return { body: walk(steps), sites };
}
