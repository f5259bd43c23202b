import { useMemo, useState } from "preact/hooks";
import type { Element, Operand } from "#simulator/fragments.ts";
import { Choice } from "../drawing/controls.tsx";
import { FigureFrame } from "../drawing/figure-frame.tsx";
import { LaneStrip } from "../drawing/lanes.tsx";
import { INSTRUCTIONS, model, type InstructionId, type Settings } from "./model.ts";
import { View } from "./view.tsx";
import "./figure.css";

/** What a reader may begin with; all of it can be changed in the figure. */
interface MatrixFragmentProps {
  /** `"mma-f16"` (m16n8k16), `"mma-tf32"` (m16n8k8), `"mma-s8"` (m16n8k32), `"wmma-f16"` (16 × 16 × 16), `"ldmatrix"` or `"ldmatrix-trans"`. */
  readonly instruction?: InstructionId;
  /** The matrix of a product: `"a"`, `"b"`, or `"d"` for the sum. */
  readonly matrix?: Operand;
  /** The element that is pointed at, in the picture as it stands on the page: `{ row: 3, column: 5 }`. */
  readonly element?: Element;
}

const CHOICES = (Object.keys(INSTRUCTIONS) as InstructionId[]).map((value) => ({ value, label: INSTRUCTIONS[value].label }));
const MATRICES: readonly { readonly value: Operand; readonly label: string }[] = [
  { value: "a", label: "a" },
  { value: "b", label: "b" },
  { value: "d", label: "sum" },
];

/** “Which lane holds element (3, 5)?”: a matrix of a tensor core's instruction, each element in the colour of the lane that holds it. */
export default function MatrixFragment({ instruction = "mma-f16", matrix = "a", element }: MatrixFragmentProps) {
  const [settings, setSettings] = useState<Settings>({ instruction, matrix, pointed: element });
  const drawn = useMemo(() => model(settings), [settings]);
  const hasProduct = "product" in INSTRUCTIONS[settings.instruction];
  const change = (changed: Partial<Settings>): void =>
    setSettings(({ instruction: own, matrix: of }) => ({ instruction: own, matrix: of, ...changed }));
  return (
    <FigureFrame
      name="matrix-fragment"
      title={drawn.title}
      controls={
        <>
          <Choice
            label="Instruction"
            options={CHOICES}
            value={settings.instruction}
            onChange={(chosen) => change({ instruction: chosen })}
          />
          {hasProduct && (
            <Choice label="Matrix" options={MATRICES} value={settings.matrix} onChange={(chosen) => change({ matrix: chosen })} />
          )}
        </>
      }
      sentence={drawn.sentence}
      pointed={drawn.pointed}
      details={drawn.details}
      detailsTitle="Lane by lane, in words"
    >
      <LaneStrip lanes={drawn.lanes} onPoint={(hoveredLane) => change({ hoveredLane })} />
      <View drawn={drawn} pointed={settings.pointed} onPoint={(pointed) => change({ pointed })} />
    </FigureFrame>
  );
}
