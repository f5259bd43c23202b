import { useMemo, useState } from "preact/hooks";
import { FigureFrame } from "../drawing/figure-frame.tsx";
import type { ColumnId, MeasuredRow } from "./columns.ts";
import { model } from "./model.ts";
import type { TableRow } from "./table-row.ts";
import { View } from "./view.tsx";
import "./figure.css";

interface MemoryTableProps {
  /** What ran, and at which size: "transpose-tiled, 512 × 1,024". */
  readonly caption: string;
  /** From `tableRows`, or from `exerciseRows`. */
  readonly rows: readonly TableRow[];
  /** What a profiler counted for the same kernel, from `measuredRows`. */
  readonly measured?: readonly MeasuredRow[];
  /** The GPU that `measured` comes from. */
  readonly device?: string;
  /** The column that is explained at first. */
  readonly column?: ColumnId;
}

/** A memory table as a profiler shows it, for any kernel, with what each of its columns means. */
export default function MemoryTable({ caption, rows, measured, device = "H100", column: first = "sectorsPerRequest" }: MemoryTableProps) {
  const [column, setColumn] = useState(first);
  const picture = useMemo(() => model({ rows, measured, device, column }), [rows, measured, device, column]);
  return (
    <div class="memory-table">
      <FigureFrame
        name="memory-table"
        title={`Memory table: ${caption}`}
        sentence={picture.sentence}
        details={picture.details}
        detailsTitle="Every column, in words"
      >
        <View picture={picture} caption={caption} device={device} onChoose={setColumn} />
      </FigureFrame>
    </div>
  );
}
