import type { AccessSite } from "../ir/access-site.ts";
import { eachStep, sitesOf, withParts } from "../ir/walk.ts";
import type { Step } from "../ir/program.ts";
import type { Pass } from "./pass.ts";

/** Numbers the access sites that are left, in the order of the text. */
export const siteNumbers: Pass<never> = {
  name: "site-numbers",
  needs: [],
  isLowering: true,
  run: (program) => {
    const left = new Map<number, AccessSite>();
    eachStep(program.body, (step) => {
      for (const site of sitesOf(step)) left.set(site.number, site);
    });
    const ordered = [...left.values()].toSorted((a, b) => a.span.from - b.span.from || a.span.to - b.span.to || a.number - b.number);
    const sites = ordered.map((site, number) => ({ ...site, number }));
    const byOldNumber = new Map(ordered.map((site, number) => [site.number, sites[number]!]));
    const numbered = ({ number }: AccessSite): AccessSite => byOldNumber.get(number)!;
    const walk = (steps: readonly Step[]): Step[] =>
      steps.map((step) => {
        if (step.kind === "copy") return { ...step, source: numbered(step.source), destination: numbered(step.destination) };
        return "site" in step && step.site ? { ...step, site: numbered(step.site) } : withParts(step, walk);
      });
    return { ...program, body: walk(program.body), sites };
  },
};
