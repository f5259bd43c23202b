import { Choice, Slider } from "../drawing/controls.tsx";
import type { Settings } from "./stage.ts";
import { columns, loadRequests, remedies, type KTile } from "./tile.ts";
import { remedyName } from "./words.ts";

/** What the reader may change besides the step. */
export type TileChoice = Omit<Settings, "step" | "hoveredLane">;

const HEAD_DIMS = ([64, 128] as const).map(option);
const ELEMENT_BYTES = ([2, 4] as const).map(option);
const KEYS = ([32, 64] as const).map(option);
const LANE_MOVES = [
  { value: "vector", label: "16 bytes" },
  { value: "element", label: "one element" },
] as const;

interface ControlsProps {
  readonly choice: TileChoice;
  readonly onChange: (choice: TileChoice) => void;
}

export function Controls({ choice, onChange }: ControlsProps) {
  const change = (changed: Partial<TileChoice>) => onChange(settled({ ...choice, ...changed }));
  const remedyOptions = remedies(choice).map((remedy) => ({ value: remedy, label: remedyName(choice, remedy) }));
  return (
    <>
      <Choice label="Against conflicts" options={remedyOptions} value={choice.remedy} onChange={(remedy) => change({ remedy })} />
      <Choice label="A lane moves" options={LANE_MOVES} value={choice.laneMoves} onChange={(laneMoves) => change({ laneMoves })} />
      <Choice
        label="Bytes an element"
        options={ELEMENT_BYTES}
        value={choice.bytesPerElement}
        onChange={(bytesPerElement) => change({ bytesPerElement })}
      />
      <Choice label="Head dim" options={HEAD_DIMS} value={choice.headDim} onChange={(headDim) => change({ headDim })} />
      <Choice label="Keys" options={KEYS} value={choice.keys} onChange={(keys) => change({ keys })} />
      <Slider
        label="Load"
        max={loadRequests(choice) - 1}
        value={choice.request}
        say={(request) => `request ${request} that brings the tile`}
        onChange={(request) => change({ request })}
      />
      <Slider
        label="Column"
        max={columns(choice) - 1}
        value={choice.column}
        say={(column) => `column ${column} of K`}
        onChange={(column) => change({ column })}
      />
    </>
  );
}

/** A choice that the tile allows: what a change has made impossible gives way. */
function settled(choice: TileChoice): TileChoice {
  return {
    ...choice,
    remedy: remedies(choice).includes(choice.remedy) ? choice.remedy : "pad-unit",
    request: Math.min(choice.request, loadRequests(choice) - 1),
    column: Math.min(choice.column, columns(choice) - 1),
  };
}

function option<T extends KTile["headDim"] | KTile["bytesPerElement"] | KTile["keys"]>(
  value: T,
): { readonly value: T; readonly label: string } {
  return { value, label: `${value}` };
}
