import type { AccessSite } from "../ir/access-site.ts";
import { eachStep, withParts } from "../ir/walk.ts";
import type { Step } from "../ir/program.ts";
import type { Pass } from "./pass.ts";

/** Numbers the access sites that are left, in the order of the text. */
export const siteNumbers: Pass<never> = {
  name: "site-numbers",
  needs: [],
  isLowering: true,
  run: (program) => {
    const left = new Map<number, AccessSite>();
    eachStep(program.body, (step) => "site" in step && left.set(step.site.number, step.site));
    const ordered = [...left.values()].toSorted((a, b) => a.span.from - b.span.from || a.span.to - b.span.to || a.number - b.number);
    const sites = ordered.map((site, number) => ({ ...site, number }));
    const byOldNumber = new Map(ordered.map((site, number) => [site.number, sites[number]!]));
    const walk = (steps: readonly Step[]): Step[] =>
      steps.map((step) => ("site" in step ? { ...step, site: byOldNumber.get(step.site.number)! } : withParts(step, walk)));
    return { ...program, body: walk(program.body), sites };
  },
};
