import { Choice } from "../drawing/controls.tsx";
import type { Cache } from "./cache.ts";
import type { Walk } from "./walk.ts";

const READERS = [
  { value: "token", label: "one key" },
  { value: "page", label: "a page" },
  { value: "lane", label: "a key for each lane" },
] as const;
const LAYOUTS = [
  { value: "token", label: "key after key" },
  { value: "chunk", label: "chunk after chunk" },
] as const;
const PAGE_TOKENS = ([8, 16, 32] as const).map(option);
const HEAD_DIMS = ([64, 128] as const).map(option);

interface ControlsProps {
  readonly walk: Walk;
  readonly onChange: (walk: Walk) => void;
}

export function Controls({ walk, onChange }: ControlsProps) {
  const change = (changed: Partial<Cache> | Pick<Walk, "reader">) => onChange({ ...walk, ...changed });
  return (
    <>
      <Choice label="The warp reads" options={READERS} value={walk.reader} onChange={(reader) => change({ reader })} />
      <Choice label="A page holds" options={LAYOUTS} value={walk.layout} onChange={(layout) => change({ layout })} />
      <Choice label="Tokens a page" options={PAGE_TOKENS} value={walk.pageTokens} onChange={(pageTokens) => change({ pageTokens })} />
      <Choice label="Head dim" options={HEAD_DIMS} value={walk.headDim} onChange={(headDim) => change({ headDim })} />
    </>
  );
}

function option<T extends number>(value: T): { readonly value: T; readonly label: string } {
  return { value, label: `${value}` };
}
