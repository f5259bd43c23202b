import { h200 } from "#simulator";
import { count, decimal } from "#pictures/format.ts";
import { Arrow, LevelBox } from "./parts.tsx";
import type { WholeKernel } from "./whole.ts";

type Load = WholeKernel["loads"]["dram"];
type Crossing = WholeKernel["toL2"];

/** The whole machine under one kernel: what crosses in all, and how long each part would take alone. */
export function WholeView({ kernel, title }: { readonly kernel: WholeKernel; readonly title: string }) {
  const { warps, wavefronts, found, toL2, toDram, loads } = kernel;
  const most = Math.max(toL2.upBytes, toL2.downBytes, toDram.upBytes, toDram.downBytes);
  return (
    <div class="machine whole" role="group" aria-label={title}>
      <div class="machine-sm">
        <p class="machine-name">
          {count(h200.smCount)} SMs <span>{warps} warps</span>
        </p>
        <Bar load={loads.latency} what="waiting for loads" />
        <div class="machine-memories">
          <LevelBox name="shared memory" note="of each SM" found={wavefronts ?? "not used"}>
            <Bar load={loads.shared} what="alone" />
          </LevelBox>
          <LevelBox name="L1" note="of each SM" found={found}>
            <Bar load={loads.l1} what="alone" />
          </LevelBox>
        </div>
      </div>
      <Arrows crossing={toL2} most={most} />
      <LevelBox name="L2" note="the cache that all SMs share" found={undefined}>
        <Bar load={loads.l2} what="alone" />
      </LevelBox>
      <Arrows crossing={toDram} most={most} />
      <LevelBox name="DRAM" note="the GPU’s memory" found={undefined}>
        <Bar load={loads.dram} what="alone" />
      </LevelBox>
    </div>
  );
}

const WIDEST_SHAFT = 16;

function Arrows({ crossing: { up, down, upBytes, downBytes }, most }: { readonly crossing: Crossing; readonly most: number }) {
  return (
    <div class="machine-both-ways">
      <Arrow direction={upBytes === 0 ? "none" : "up"} shaft={Math.max(2, (WIDEST_SHAFT * upBytes) / most)}>
        {up}
      </Arrow>
      <Arrow direction={downBytes === 0 ? "none" : "down"} shaft={Math.max(2, (WIDEST_SHAFT * downBytes) / most)}>
        {down}
      </Arrow>
    </div>
  );
}

/** How long a part would take alone, on the scale of the kernel's time. */
function Bar({ load: { microseconds, share, isLongest }, what }: { readonly load: Load; readonly what: string }) {
  return (
    <div class={isLongest ? "machine-clock longest" : "machine-clock"}>
      <svg width="100%" height="10" aria-hidden="true">
        <rect class="needed" width="100%" height="10" />
        <rect class="waiting" width={`${100 * share}%`} height="10" />
      </svg>
      <span>
        {decimal(microseconds)} µs {what}
      </span>
    </div>
  );
}
