import type { PointerOrigin } from "../analysis/pointer-origins.ts";
import type { Step } from "../ir/program.ts";
import { withParts } from "../ir/walk.ts";
import type { Pass } from "./pass.ts";

/**
 * Infers which memory each atomic reaches. Where a pointer comes from memory or from `map_shared_rank`, or may point to shared memory as well as
 * to other memory, nvcc makes an instruction for any memory (`ATOM` in place of `ATOMS`, `hardware/probes/cluster-request.cu`).
 */
export const addressSpaces: Pass<"pointerOrigins"> = {
  name: "address-spaces",
  needs: ["pointerOrigins"],
  isLowering: true,
  run: (program, { pointerOrigins }) => {
    const walk = (steps: readonly Step[]): Step[] =>
      steps.map((step) => {
        if (step.kind !== "atomic") return withParts(step, walk);
        const { site } = step;
        if (site.onlySpace !== undefined || isOneSpace(pointerOrigins[site.number])) return step;
        return { ...step, site: { ...site, atomic: { ...site.atomic!, isGeneric: true } } };
      });
    return { ...program, body: walk(program.body) };
  },
};

function isOneSpace(origins: readonly PointerOrigin[] | undefined): boolean {
  if (origins === undefined) return false;
  const pointing = origins.filter(({ kind }) => kind !== "null");
  const shared = pointing.filter(({ kind }) => kind === "shared" || kind === "dynamic shared");
  return shared.length === 0 || shared.length === pointing.length;
}
