import { printedFile } from "./programs.ts";

/** An instruction of SASS, the machine code of an NVIDIA GPU, as cuobjdump prints it. */
export interface Instruction {
  /** Bytes from the start of the kernel. */
  readonly offset: number;
  /** "LDG.E.128.CONSTANT" */
  readonly opcode: string;
  /** "R4, desc[UR4][R4.64]" */
  readonly operands: string;
}

/** Instructions that load from global memory or store there. */
export const isGlobal = ({ opcode }: Instruction): boolean => /^(LDG|STG)\b/.test(opcode);

/** Bytes that each lane moves by a load or a store: 4, where the opcode names no width. */
export const bytesPerLane = ({ opcode }: Instruction): number => Number(/\.(64|128)\b/.exec(opcode)?.[1] ?? 32) / 8;

/**
 * The machine code of a kernel of a program, to its end, as the H200's compiler made it: `h200-sass.txt` of the program's folder. What
 * pads the kernel behind its last instruction is left out.
 *
 * @param kernel with its template argument: "saxpy_vectors<32>"
 * @throws RangeError when the file has no such kernel
 */
export function machineCode(program: string, kernel: string): Instruction[] {
  const [, name = "", argument = ""] = /^(\w+)<(\d+)>$/.exec(kernel) ?? [];
  const mangled = `_Z${name.length}${name}ILi${argument}EE`;
  const part = printedFile(program, "h200-sass.txt")
    .split("Function : ")
    .find((part) => part.startsWith(mangled));
  if (part === undefined) throw new RangeError(`content/programs/${program}/h200-sass.txt has no ${kernel}`);
  const all = [...part.matchAll(/\/\*([0-9a-f]{4})\*\/\s+(\S+)\s*(.*?)\s*;/g)].map(
    ([, offset = "", opcode = "", operands = ""]): Instruction => ({ offset: Number.parseInt(offset, 16), opcode, operands }),
  );
  return all.slice(0, all.findIndex(({ opcode }) => opcode === "EXIT") + 1);
}
