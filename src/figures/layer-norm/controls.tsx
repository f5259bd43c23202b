import { Choice, Slider } from "../drawing/controls.tsx";
import { count } from "#pictures/format.ts";
import { warps, type RowKernel } from "./kernel.ts";

const HIDDEN_SIZES = [1024, 2048, 4096, 5120, 8192].map((value) => ({ value, label: count(value) }));
const VECTORS = ([1, 4, 8] as const).map((value) => ({ value, label: `${value}` }));
const THREADS = [128, 256, 512].map((value) => ({ value, label: `${value}` }));

interface ControlsProps {
  readonly kernel: RowKernel;
  readonly warp: number;
  readonly onChange: (kernel: RowKernel) => void;
  readonly onChooseWarp: (warp: number) => void;
}

export function Controls({ kernel, warp, onChange, onChooseWarp }: ControlsProps) {
  return (
    <>
      <Choice
        label="Elements a lane"
        options={VECTORS}
        value={kernel.vectorElements}
        onChange={(vectorElements) => onChange({ ...kernel, vectorElements })}
      />
      <Choice label="Row" options={HIDDEN_SIZES} value={kernel.hiddenSize} onChange={(hiddenSize) => onChange({ ...kernel, hiddenSize })} />
      <Choice label="Threads" options={THREADS} value={kernel.threads} onChange={(threads) => onChange({ ...kernel, threads })} />
      <Slider label="Warp" max={warps(kernel) - 1} value={warp} say={(number) => `warp ${number}`} onChange={onChooseWarp} />
    </>
  );
}
