import { tokenize, type Token } from "../text/token.ts";
import type { KernelLaunch, LaunchArgument } from "./launch.ts";
import { splitKernelName } from "./kernel-name.ts";
import type { Signature, SignatureParameter } from "./signature.ts";

type Extents = readonly [number, number, number];

/** Elements of an array of one dimension, and the side of a matrix, where nothing says how many. */
const ELEMENTS = 1 << 20;
const SIDE = 512;
/** A template's parameters are guessed to be this: a tile's side, most often. */
const TEMPLATE_VALUE = 16;

const LENGTH_NAME = /^(n|N|size|len|length|count|total|elements|num\w*|n_?elem\w*)$/i;
const BLOCK_NAME = /BLOCK|TILE|THREADS/i;
/** The box of a tensor is guessed to be this: as many elements as a swizzle takes in a row, in as many rows. */
const BOX_BYTES = 128;
const BOX_ROWS = 64;
/** Words of a text that tell what its tensors have, the first of them that stands there, with the elements' type and bytes. */
const TENSOR_WORDS = [
  { word: "__nv_fp8_e4m3", type: "__nv_fp8_e4m3", bytes: 1 },
  { word: "__nv_fp8_e5m2", type: "__nv_fp8_e5m2", bytes: 1 },
  { word: "__nv_bfloat16", type: "__nv_bfloat16", bytes: 2 },
  { word: "half", type: "half", bytes: 2 },
  { word: "__half", type: "half", bytes: 2 },
] as const;
const FLOAT_TENSOR = { type: "float", bytes: 4 };

const SIDE_NAME = /^(m|k|side|width|height|w|h|rows?|cols?|columns|pitch|stride|lda|ldb|ldc|nx|ny|nz|d|dim|hidden|channels)$/i;

/**
 * A launch for a kernel: what the former launch says of it stays, and the rest is guessed from the text. One million elements where one
 * size is asked for, matrices of 512 × 512 where there are several or threads lie in two dimensions.
 *
 * @param formerParameters those that the former launch was made for; undefined if they are these
 */
export function guessLaunch(
  source: string,
  signature: Signature,
  former: KernelLaunch | undefined,
  formerParameters?: readonly SignatureParameter[],
): KernelLaunch {
  const parameters = signature.parameters ?? [];
  const kernel = withTemplateArguments(signature);
  const isSame = former !== undefined && splitKernelName(former.kernel).name === splitKernelName(kernel).name;
  const tokens = tokenize(source);
  const isFlat = !(has(tokens, "threadIdx", ".", "y") || has(tokens, "threadIdx", ".", "z"));
  const guess = sizesOf(parameters, isFlat);
  const tensorElement = TENSOR_WORDS.find(({ word }) => has(tokens, word)) ?? FLOAT_TENSOR;
  const launched = isSame
    ? former
    : { ...dimensionsFor(tokens, isFlat, guess), sharedBytes: has(tokens, "extern", "__shared__") ? 4096 : 0 };
  return {
    kernel: isSame ? former.kernel : kernel,
    grid: [...launched.grid],
    block: [...launched.block],
    ...(isSame && former.cluster && { cluster: former.cluster }),
    sharedBytes: launched.sharedBytes,
    arguments: parameters.map((parameter, position) => {
      const own = former && kept(parameter, position, { launch: former, parameters: formerParameters, count: parameters.length });
      return (isSame ? own : undefined) ?? argumentFor(parameter, guess, tensorElement);
    }),
    symbols: former?.symbols.filter(({ symbol }) => has(tokens, symbol)) ?? [],
  };
}

/** Whether the words stand in the text, one right after the other. */
function has(tokens: readonly Token[], ...words: readonly string[]): boolean {
  return tokens.some((_, at) => words.every((word, further) => tokens[at + further]?.text === word));
}

function withTemplateArguments({ kernel, kernels }: Signature): string {
  const { name, templateArguments } = splitKernelName(kernel);
  const parameters = kernels.find((one) => one.name === name)?.templateParameters ?? [];
  if (templateArguments !== "" || parameters.length === 0) return kernel;
  return `${name}<${parameters.map((parameter) => (/^[TU]$|type/i.test(parameter) ? "float" : TEMPLATE_VALUE)).join(", ")}>`;
}

/** The argument that the former launch gives to a parameter, if it still fits: to the one of this name, or of this place. */
function kept(parameter: SignatureParameter, position: number, former: FormerLaunch): LaunchArgument | undefined {
  const named = former.parameters?.findIndex(({ name }) => name === parameter.name) ?? -1;
  const place = named >= 0 ? named : former.launch.arguments.length === former.count ? position : -1;
  const argument = former.launch.arguments[place];
  if (argument === undefined || kindOf(argument) !== parameter.kind) return undefined;
  const isAsBefore = former.parameters === undefined || former.parameters[place]?.type === parameter.type;
  if (isAsBefore || parameter.kind === "tensorMap") return argument;
  return "struct" in argument ? undefined : { ...argument, type: parameter.type };
}

interface FormerLaunch {
  readonly launch: KernelLaunch;
  readonly parameters: readonly SignatureParameter[] | undefined;
  /** How many parameters there are now. */
  readonly count: number;
}

function kindOf(argument: LaunchArgument): SignatureParameter["kind"] {
  if ("array" in argument) return argument.tensorMap === undefined ? "array" : "tensorMap";
  return "value" in argument ? "value" : "struct";
}

interface Sizes {
  /** The value of a parameter that counts elements. */
  readonly length: number;
  /** The value of a parameter that counts rows, columns and the like. */
  readonly side: number;
  /** Elements of each array. */
  readonly elements: number;
}

function sizesOf(parameters: readonly SignatureParameter[], isFlat: boolean): Sizes {
  const whole = parameters.filter((parameter) => parameter.kind === "value" && parameter.isInteger).map(({ name }) => name);
  const isMatrix = !isFlat || whole.filter((name) => LENGTH_NAME.test(name) || SIDE_NAME.test(name)).length > 1;
  if (isMatrix) return { length: SIDE, side: SIDE, elements: SIDE * SIDE };
  return {
    length: ELEMENTS,
    side: SIDE,
    elements: whole.some((name) => LENGTH_NAME.test(name)) || whole.length === 0 ? ELEMENTS : SIDE * SIDE,
  };
}

function dimensionsFor(
  tokens: readonly Token[],
  isFlat: boolean,
  { length, elements }: Sizes,
): { readonly grid: Extents; readonly block: Extents } {
  const size = blockSize(tokens);
  if (isFlat) {
    const threads = size !== undefined && size >= 32 && size <= 1024 ? size : 256;
    return { grid: [Math.ceil((length === SIDE ? elements : length) / threads), 1, 1], block: [threads, 1, 1] };
  }
  const side = size !== undefined && size > 1 && size * size <= 1024 ? size : 16;
  return { grid: [Math.ceil(SIDE / side), Math.ceil(SIDE / side), 1], block: [side, side, 1] };
}

/** The number behind a name such as TILE or BLOCK_SIZE: `#define TILE 32`, `const int threads = 256`. */
function blockSize(tokens: readonly Token[]): number | undefined {
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== "name" || !BLOCK_NAME.test(text)) continue;
    const given = tokens[tokens[at + 1]?.text === "=" ? at + 2 : at + 1];
    if (given?.kind === "number") return Number.parseInt(given.text, 10);
  }
  return undefined;
}

function argumentFor(parameter: SignatureParameter, sizes: Sizes, tensorElement: Readonly<typeof FLOAT_TENSOR>): LaunchArgument {
  const { name, type } = parameter;
  switch (parameter.kind) {
    case "array":
      return { array: name, type, length: sizes.elements, fill: parameter.isInteger ? { indexModulo: 1024 } : { randomUnit: { seed: 1 } } };
    case "value":
      return { value: valueFor(name, parameter.isInteger, sizes), type };
    case "struct":
      return { struct: parameter.fields.map((field) => argumentFor(field, sizes, tensorElement)), type };
    case "tensorMap": {
      const box = [BOX_BYTES / tensorElement.bytes, BOX_ROWS];
      return {
        array: name,
        type: tensorElement.type,
        length: SIDE * SIDE,
        fill: { randomUnit: { seed: 1 } },
        tensorMap: { sizes: [SIDE, SIDE], box, swizzle: "none" },
      };
    }
  }
}

function valueFor(name: string, isInteger: boolean, { length, side }: Sizes): number {
  if (!isInteger) return 1;
  const own = name.split(".").at(-1) ?? name;
  if (LENGTH_NAME.test(own)) return length;
  return SIDE_NAME.test(own) && !/stride/i.test(own) ? side : 1;
}
