import { spaceOfVariable } from "../analysis/aliases.ts";
import { SCALAR_BYTES, type Register, type ScalarType, type Step, type Value } from "../ir/program.ts";
import { ProgramParts } from "../ir/program-parts.ts";
import { arithmetic, bits, constant, convert, offsetBytes, read, unsignedOf, withBits } from "../ir/values.ts";
import { withParts } from "../ir/walk.ts";
import type { Pass } from "./pass.ts";

type Load = Extract<Step, { kind: "load" }>;
type Store = Extract<Step, { kind: "store" }>;

/**
 * Splits what `memcpy` and `memset` access into bytes, as nvcc does where it cannot know the alignment: they promise none, whatever the
 * pointer's type. Of a variable that the text declares, in shared or local memory or beside the kernels, it does know it, and moves whole
 * elements (`hardware/probes/compiled-loads.cu`).
 */
export const byteCopies: Pass<"definitions"> = {
  name: "byte-copies",
  needs: ["definitions"],
  isLowering: true,
  run: (program, analyses) => {
    if (!program.sites.some((site) => site.isByteCopy)) return program;
    const { definitions } = analyses;
    const parts = new ProgramParts(program);
    const walk = (steps: readonly Step[]): Step[] =>
      steps.flatMap((step): Step[] => {
        const isByteCopy = (step.kind === "load" || step.kind === "store") && step.site.isByteCopy;
        if (!isByteCopy || spaceOfVariable(step.address, definitions) !== "unknown") return [withParts(step, walk)];
        return step.kind === "load" ? bytesLoaded(step, parts) : bytesStored(step, parts);
      });
    return parts.programWith(walk(program.body));
  },
};

function bytesLoaded({ address, into, site, span }: Load, parts: ProgramParts): Step[] {
  let at = 0;
  return into.flatMap((register): Step[] => {
    const bytes = Array.from({ length: SCALAR_BYTES[register.type] }, () => parts.register("u8"));
    const loads = bytes.map((byte): Step => {
      const own = parts.addSite({ op: "load", bytesPerLane: 1, span: site.span, isDroppable: true });
      return { kind: "load", site: own, address: offsetBytes(address, at++), into: [byte], span };
    });
    return [...loads, { kind: "set", register, value: joined(register.type, bytes), span }];
  });
}

function bytesStored({ address, values, site, span }: Store, parts: ProgramParts): Step[] {
  let at = 0;
  return values.flatMap((value): Step[] => {
    const whole = wholeNumber(value);
    const register = parts.register(whole.type);
    const stores = Array.from({ length: SCALAR_BYTES[value.type] }, (_, place): Step => {
      const byte = convert("u8", arithmetic(whole.type, ">>", read(register), constant("u32", 8 * place)));
      const own = parts.addSite({ op: "store", bytesPerLane: 1, span: site.span });
      return { kind: "store", site: own, address: offsetBytes(address, at++), values: [byte], span };
    });
    return [{ kind: "set", register, value: whole, span }, ...stores];
  });
}

/** The value with the given bytes, the lowest first. */
function joined(type: ScalarType, bytes: readonly Register[]): Value {
  const whole = shiftedIn(type);
  const value = bytes
    .map((byte, place) => arithmetic(whole, "<<", convert(whole, read(byte)), constant("u32", 8 * place)))
    .reduce((sum, part) => arithmetic(whole, "|", sum, part));
  return withBits(type, convert(unsignedOf(type), value));
}

/** The bytes of a value as a whole number. */
function wholeNumber(value: Value): Value {
  const { type } = value;
  return convert(shiftedIn(type), type === "bool" || type === "ptr" ? value : bits(unsignedOf(type), value));
}

/** The type in which the bytes of another one can be shifted: C's are as wide as an int at least. */
function shiftedIn(type: ScalarType): ScalarType {
  return SCALAR_BYTES[type] < 4 ? "u32" : unsignedOf(type);
}
