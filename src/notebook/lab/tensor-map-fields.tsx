import type { ArrayArgument } from "#cuda/launch/launch.ts";
import { TENSOR_ELEMENTS } from "#cuda/launch/place-arguments.ts";
import { MOST_DIMENSIONS, SWIZZLE_MODES } from "#cuda/machine/tensor-map.ts";
import { ChoiceField, TextField } from "../playground/fields.tsx";
import { readSize, sizeText } from "../playground/size-text.ts";
import type { LabSession } from "./lab-session.ts";

interface TensorMapFieldsProps {
  readonly session: LabSession;
  readonly argument: ArrayArgument;
  readonly map: NonNullable<ArrayArgument["tensorMap"]>;
  readonly name: string;
  /** Names the argument in the page: "arguments.0". */
  readonly place: string;
  readonly onChange: (argument: ArrayArgument) => void;
}

/** The tensor of which a parameter is a map: its elements, its sizes, its box and the swizzle. */
export function TensorMapFields({ session, argument, map, name, place, onChange }: TensorMapFieldsProps) {
  const withMap = (change: Partial<typeof map>): void => {
    const tensorMap = { ...map, ...change };
    onChange({ ...argument, length: tensorMap.sizes.reduce((product, size) => product * size, 1), tensorMap });
  };
  const lengths = (field: "sizes" | "box", label: string, fullName: string) => (
    <TextField
      session={session}
      field={`${place}.${field}`}
      label={label}
      fullName={fullName}
      value={map[field]}
      write={(sizes) => sizes.map(sizeText).join(" × ")}
      read={readLengths}
      rule={`must be 1 to ${MOST_DIMENSIONS} whole numbers, the innermost first, such as 64 × 128`}
      onChange={(sizes) => withMap({ [field]: sizes })}
    />
  );
  return (
    <>
      <ChoiceField
        session={session}
        field={`${place}.type`}
        label={`CUtensorMap ${name}, of`}
        value={argument.type}
        options={TENSOR_ELEMENTS.map((type) => ({ value: type, label: type }))}
        onChange={(type) => onChange({ ...argument, type })}
      />
      {lengths("sizes", "sizes", `${name}, sizes`)}
      {lengths("box", "box", `${name}, box`)}
      <ChoiceField
        session={session}
        field={`${place}.swizzle`}
        label="swizzle"
        fullName={`${name}, swizzle`}
        value={map.swizzle}
        options={SWIZZLE_MODES.map((mode) => ({ value: mode, label: mode }))}
        onChange={(swizzle) => withMap({ swizzle })}
      />
    </>
  );
}

/** "64 × 128", "64 x 128" and "64 128" as numbers. */
function readLengths(text: string): number[] | undefined {
  const lengths = text
    .replaceAll(/[×x]/g, " ")
    .trim()
    .split(/\s+/)
    .map((part) => readSize(part) ?? 0);
  return lengths.length <= MOST_DIMENSIONS && lengths.every((length) => length >= 1) ? lengths : undefined;
}
