import { useState } from "preact/hooks";
import { WARP_SIZE, h200 } from "#simulator";
import { count, decimal, percent } from "#pictures/format.ts";
import { Choice } from "../drawing/controls.tsx";

/** Warps of one SM that each wait for one load. */
interface Waiting {
  readonly warps: number;
  readonly bytesPerLane: number;
}

const WARPS = [8, 16, 32, 64].map((value) => ({ value, label: `${value}` }));
const WIDTHS = [
  { value: 4, label: "float" },
  { value: 16, label: "float4" },
];

/**
 * Little's law for one SM of an H200: the bytes that its warps have in flight, and those that it takes to keep DRAM busy, latency ×
 * bandwidth ÷ SMs.
 */
export function bytesInFlight(
  { warps, bytesPerLane }: Waiting,
  dramNanoseconds: number,
): { readonly bytes: number; readonly needed: number } {
  return { bytes: warps * WARP_SIZE * bytesPerLane, needed: (dramNanoseconds * h200.dramGBps) / h200.smCount };
}

const KIB = 1024;

/** How many bytes one SM has in flight, beside those that it needs. */
export function InFlight({ dramNanoseconds }: { readonly dramNanoseconds: number }) {
  const [waiting, setWaiting] = useState<Waiting>({ warps: 64, bytesPerLane: 4 });
  const { bytes, needed } = bytesInFlight(waiting, dramNanoseconds);
  const share = Math.min(1, bytes / needed);
  return (
    <div class="machine-in-flight">
      <div class="controls">
        <Choice label="Warps on the SM" options={WARPS} value={waiting.warps} onChange={(warps) => setWaiting({ ...waiting, warps })} />
        <Choice
          label="Each lane loads one"
          options={WIDTHS}
          value={waiting.bytesPerLane}
          onChange={(bytesPerLane) => setWaiting({ ...waiting, bytesPerLane })}
        />
      </div>
      <svg width="100%" height="14" aria-hidden="true">
        <rect class="needed" width="100%" height="14" />
        <rect class="waiting" width={`${100 * share}%`} height="14" />
      </svg>
      <p aria-live="polite">
        {count(waiting.warps)} warps wait for DRAM at the same time: <b>{decimal(bytes / KIB)} KiB</b> are in flight for this SM. To keep an
        H200’s DRAM busy, it takes {decimal(needed / KIB)} KiB, {count(dramNanoseconds)} ns times this SM’s share of {count(h200.dramGBps)}{" "}
        GB/s. {share === 1 ? "That’s enough." : `So it gets ${percent(share)} of its share at most.`}
      </p>
    </div>
  );
}
