import { WARP_SIZE } from "#simulator";
import {
  ELEMENT_BYTES,
  holdersOf,
  matrixFragment,
  mmaFragment,
  wmmaFragment,
  type Element,
  type Fragment,
  type Operand,
  type Product,
} from "#simulator/fragments.ts";
import { count, pluralize } from "#pictures/format.ts";
import { emphasisOf, laneCells, type Emphasis, type LaneCell } from "#pictures/lanes.ts";

/** An instruction whose matrices are drawn. */
interface Instruction {
  readonly label: string;
  /** As it is called in a sentence. */
  readonly name: string;
  readonly elements: string;
  /** Undefined for one that moves a single matrix of 8 × 8. */
  readonly product?: Product;
  readonly kind: "mma" | "wmma" | "plain" | "transposed";
}

export const INSTRUCTIONS = {
  "mma-f16": {
    label: "mma, halves",
    name: "mma.m16n8k16",
    elements: "halves",
    product: { m: 16, n: 8, k: 16, type: "f16" },
    kind: "mma",
  },
  "mma-tf32": {
    label: "mma, tf32",
    name: "mma.m16n8k8",
    elements: "tf32 numbers",
    product: { m: 16, n: 8, k: 8, type: "tf32" },
    kind: "mma",
  },
  "mma-s8": { label: "mma, int8", name: "mma.m16n8k32", elements: "bytes", product: { m: 16, n: 8, k: 32, type: "s8" }, kind: "mma" },
  "wmma-f16": {
    label: "wmma, halves",
    name: "wmma 16 × 16 × 16",
    elements: "halves",
    product: { m: 16, n: 16, k: 16, type: "f16" },
    kind: "wmma",
  },
  ldmatrix: { label: "ldmatrix", name: "ldmatrix", elements: "halves", kind: "plain" },
  "ldmatrix-trans": { label: "ldmatrix.trans", name: "ldmatrix.trans", elements: "halves", kind: "transposed" },
} as const satisfies Record<string, Instruction>;
export type InstructionId = keyof typeof INSTRUCTIONS;

export interface Settings {
  readonly instruction: InstructionId;
  /** Which matrix of the product; `ldmatrix` has one only. */
  readonly matrix: Operand;
  readonly pointed?: Element | undefined;
  readonly hoveredLane?: number | undefined;
}

/** An element of the matrix, and who holds it. */
export interface Cell {
  readonly row: number;
  readonly column: number;
  readonly lane: number;
  /** Whether the register begins here; else it goes on from the left or from above. */
  readonly begins: boolean;
  readonly emphasis: Emphasis;
}

export interface Drawn {
  readonly title: string;
  readonly rows: number;
  readonly columns: number;
  /** Row by row. */
  readonly cells: readonly Cell[];
  /** Whether the elements of a register lie below each other. */
  readonly runsDown: boolean;
  readonly lanes: readonly LaneCell[];
  readonly sentence: string;
  readonly details: readonly string[];
  readonly pointed: string | undefined;
}

const PARTS: Readonly<Record<number, readonly string[]>> = { 2: ["lower half", "upper half"], 4: ["byte 0", "byte 1", "byte 2", "byte 3"] };

/** Which lane holds which element of a matrix, in which of its registers. */
export function model({ instruction, matrix, pointed, hoveredLane }: Settings): Drawn {
  const { kind, name, elements, product } = INSTRUCTIONS[instruction] as Instruction;
  const fragment = fragmentOf(instruction, matrix);
  const { rows, columns } = fragment;
  const isSum = product !== undefined && matrix === "d";
  const bytes = product ? (isSum ? 4 : ELEMENT_BYTES[product.type]) : 2;
  const perRegister = 4 / bytes;
  const held = isSum ? (product!.type === "s8" ? "sums" : "float sums") : elements;
  const of = product ? `${matrix} of ${name}` : `the matrix of ${name}`;
  const placesOf = (element: Element): string[] => {
    const [holder] = holdersOf(fragment, element);
    const all = holdersOf(fragment, element).filter(({ lane }) => lane === holder!.lane);
    return all.map(({ index }) => placeName(kind, matrix, index, perRegister));
  };
  const at = Array.from({ length: rows * columns }, (_, number) => ({ row: Math.floor(number / columns), column: number % columns }));
  const holders = at.map((element) => holdersOf(fragment, element)[0]!);
  const [first, second] = fragment.elements[0]!;
  const lane = pointed ? holdersOf(fragment, pointed)[0]?.lane : hoveredLane;
  const lit = lane === undefined ? undefined : new Set([lane]);
  const elementsOf = (own: number): string =>
    listed(unique(fragment.elements[own]!.map(({ row, column }) => `(${row}, ${column})`)), perRegister > 1 ? 8 : 4);
  const perLane = fragment.elements[0]!.length;
  const copies = (perLane * WARP_SIZE) / (rows * columns);
  const inRegisters = perRegister === 1 ? "one in each register" : `${perRegister} in each register of 32 bits`;
  return {
    title: `Which lane holds which element of ${of}`,
    rows,
    columns,
    runsDown: perRegister > 1 && first!.column === second!.column,
    cells: at.map((element, number) => ({
      ...element,
      lane: holders[number]!.lane,
      begins: holders[number]!.index % perRegister === 0,
      emphasis: emphasisOf([holders[number]!.lane], lit),
    })),
    lanes: laneCells({ activeMask: 0xffffffff }, { pointed: lit, label: (own) => `Lane ${own} holds ${elementsOf(own)}` }),
    sentence:
      `${of[0]!.toUpperCase()}${of.slice(1)} has ${rows} × ${columns} = ${count(rows * columns)} ${held}: ` +
      `each lane holds ${perLane / copies} of them, ${inRegisters}${copies > 1 ? `, and each of them ${copies === 2 ? "twice" : `${copies} times`}` : ""}.`,
    details: Array.from(
      { length: WARP_SIZE },
      (_, own) => `Lane ${own}: ${laneWords(kind, matrix, fragment.elements[own]!, perRegister)}.`,
    ),
    pointed: pointed
      ? `Row ${pointed.row}, column ${pointed.column}: lane ${lane} has it in ${placesOf(pointed).join(" and ")}.`
      : hoveredLane === undefined
        ? undefined
        : `Lane ${hoveredLane} holds ${pluralize(perLane / copies, "element")}: ${elementsOf(hoveredLane)}.`,
  };
}

export function fragmentOf(instruction: InstructionId, matrix: Operand): Fragment {
  const { kind, product } = INSTRUCTIONS[instruction] as Instruction;
  if (!product) return matrixFragment(kind === "transposed");
  return (kind === "wmma" ? wmmaFragment : mmaFragment)(product, matrix);
}

/** Where a lane has the element of an index. */
function placeName(kind: Instruction["kind"], matrix: Operand, index: number, perRegister: number): string {
  if (kind === "wmma") return `x[${index}]`;
  const register = Math.floor(index / perRegister);
  const name = kind === "mma" ? `register ${matrix}${register}` : "its register";
  return perRegister === 1 ? name : `${perRegister === 4 ? "" : "the "}${PARTS[perRegister]![index % perRegister]} of ${name}`;
}

function laneWords(kind: Instruction["kind"], matrix: Operand, held: readonly Element[], perRegister: number): string {
  const step = kind === "wmma" ? 1 : perRegister;
  return held
    .flatMap((_, index) => {
      if (index % step !== 0) return [];
      const own = held.slice(index, index + step).map(({ row, column }) => `(${row}, ${column})`);
      const place = kind === "wmma" ? `x[${index}]` : kind === "mma" ? `${matrix}${index / step}` : "its register";
      return [`${own.join(" ")} in ${place}`];
    })
    .join("; ");
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

function listed(texts: readonly string[], most: number): string {
  if (texts.length === 1) return texts[0]!;
  if (texts.length > most) return `${texts.slice(0, most).join(", ")} and ${texts.length - most} more`;
  return `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
}
