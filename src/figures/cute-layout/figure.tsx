import { useId, useMemo, useState } from "preact/hooks";
import { Choice, Slider } from "../drawing/controls.tsx";
import { FigureFrame } from "../drawing/figure-frame.tsx";
import { parseLayout, sizeOf, type Layout, type Swizzle } from "./layout.ts";
import { model } from "./model.ts";
import { View } from "./view.tsx";
import "./figure.css";

interface CuteLayoutProps {
  /** As CuTe prints it: "(8,8):(8,1)". */
  readonly layout?: string;
  /** How many bits of the swizzle `Swizzle<bits,0,3>`: 0 for none. */
  readonly swizzleBits?: number;
  readonly row?: number;
  readonly column?: number;
}

/** Layouts to begin with. */
const LAYOUTS = ["(8,8):(8,1)", "(8,8):(1,8)", "(8,8):(9,1)", "((2,4),(2,4)):((1,4),(2,16))", "((4,2),8):((8,64),1)"];
const SWIZZLES = [0, 1, 2, 3].map((bits) => ({ value: bits, label: bits === 0 ? "none" : `<${bits},0,3>` }));

/** A layout of CuTe, typed or chosen, as the grid of its offsets. */
export default function CuteLayout({ layout: first = LAYOUTS[0]!, swizzleBits = 0, row = 3, column = 5 }: CuteLayoutProps) {
  const [text, setText] = useState(first);
  const [drawn, setDrawn] = useState<Layout>(() => parseLayout(first));
  const [problem, setProblem] = useState<string>();
  const [bits, setBits] = useState(swizzleBits);
  const [sought, setSought] = useState({ row, column });
  const swizzle: Swizzle = { bits, base: 0, shift: 3 };
  const [rows, columns] = [sizeOf(drawn.shape[0]), sizeOf(drawn.shape[1])];
  const at = { row: Math.min(sought.row, rows - 1), column: Math.min(sought.column, columns - 1) };
  const picture = useMemo(() => model({ layout: drawn, swizzle, ...at }), [drawn, bits, at.row, at.column]);
  const onType = (typed: string): void => {
    setText(typed);
    try {
      setDrawn(parseLayout(typed));
      setProblem(undefined);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      setProblem(error.message);
    }
  };
  const controls = (
    <>
      <LayoutField text={text} problem={problem} onType={onType} />
      <Choice label="Layout" options={LAYOUTS.map((value) => ({ value, label: value }))} value={text} onChange={onType} />
      <Choice label="Swizzle" options={SWIZZLES} value={bits} onChange={setBits} />
      <Slider label="Row" max={rows - 1} value={at.row} say={(row) => `row ${row}`} onChange={(row) => setSought({ ...at, row })} />
      <Slider
        label="Column"
        max={columns - 1}
        value={at.column}
        say={(column) => `column ${column}`}
        onChange={(column) => setSought({ ...at, column })}
      />
    </>
  );
  return (
    <div class="cute-layout">
      <FigureFrame
        name="cute-layout"
        title="A layout of CuTe"
        controls={controls}
        readings={picture.readings}
        hint="Point at a coordinate, or set its row and column."
        sentence={picture.sentence}
        details={picture.details}
        detailsTitle="Row by row, in words"
      >
        <View picture={picture} onPoint={(row, column) => setSought({ row, column })} />
        <p class="looked-up" aria-live="polite">
          {picture.lookedUp}
        </p>
      </FigureFrame>
    </div>
  );
}

interface LayoutFieldProps {
  readonly text: string;
  readonly problem: string | undefined;
  readonly onType: (text: string) => void;
}

function LayoutField({ text, problem, onType }: LayoutFieldProps) {
  const id = useId();
  return (
    <div class="layout-field">
      <label for={id}>shape:stride</label>
      <input
        id={id}
        type="text"
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        value={text}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-problem`}
        onInput={(event) => onType(event.currentTarget.value)}
      />
      <p id={`${id}-problem`} class="refusal" role="alert">
        {problem && `${problem}. The figure still shows the layout before.`}
      </p>
    </div>
  );
}
