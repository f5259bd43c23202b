import { parseGpuProbe } from "#hardware/gpu-probe.ts";
import h200 from "#content/gpus/nvidia-h200-2026-11-28.json";
import { showMyGpu } from "./my-gpu-view.tsx";
import "./my-gpu.css";

/** Shows the page's live part, beside our H200. @param isStarted whether the reader has pressed the button */
export function openMyGpu(host: HTMLElement, base: string, isStarted: boolean): void {
  showMyGpu(host, { base, reference: parseGpuProbe(h200), isStarted });
}
