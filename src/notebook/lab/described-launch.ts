import type { ArrayArgument, KernelLaunch, LaunchArgument } from "#cuda/launch/launch.ts";
import { guessLaunch } from "#cuda/launch/guess-launch.ts";
import { splitKernelName } from "#cuda/launch/kernel-name.ts";
import { checkedTensorMap } from "#cuda/launch/place-arguments.ts";
import { SWIZZLE_MODES } from "#cuda/machine/tensor-map.ts";
import { signatureOf, type LabSignature } from "./signature.ts";

/**
 * A launch as a lesson describes it: what the lab would guess for the text, except for what is said. Of an array its elements are said,
 * and what they hold if that matters; of a number its value: "kernel = move<true>; grid = 16 16; block = 32 32; in = 262144 index; n = 512".
 * Of a `CUtensorMap`, the tensor and its box are said, the innermost dimension first: "in = half 64 128 index box 64 8 swizzle 128B".
 *
 * @throws RangeError where the text or the description is not in order
 */
export function describedLaunch(source: string, description = ""): KernelLaunch {
  const said = new Map(
    description
      .split(";")
      .filter((setting) => setting.trim() !== "")
      .map((setting) => {
        const [, name = "", value = ""] = /^\s*(\w+)\s*=\s*(.*?)\s*$/s.exec(setting) ?? [];
        if (name === "")
          throw new RangeError(`\`${setting}\` says nothing of a launch: write \`grid = 16 16\`, or the name of a parameter.`);
        return [name, value] as const;
      }),
  );
  const signature = wholeSignature(source, said.get("kernel"));
  const guessed = guessLaunch(source, signature, undefined);
  const names = signature.parameters?.map(({ name }) => name) ?? [];
  const unknown = [...said.keys()].find((name) => !["kernel", "grid", "block", "sharedBytes", ...names].includes(name));
  if (unknown !== undefined) throw new RangeError(`\`${guessed.kernel}\` has no parameter \`${unknown}\`.`);
  const untold = signature.parameters?.find(({ kind, name }) => kind === "tensorMap" && !said.has(name));
  if (untold !== undefined) throw new RangeError(`\`${untold.name}\` is a tensor map, ${TENSOR_MAP_RULE}`);
  return {
    ...guessed,
    grid: extents("grid", said) ?? guessed.grid,
    block: extents("block", said) ?? guessed.block,
    sharedBytes: whole("sharedBytes", said) ?? guessed.sharedBytes,
    arguments: guessed.arguments.map((argument, position) => saidOf(argument, names[position] ?? "", said)),
  };
}

/** What the text offers; the parameters of a template are known once it has arguments. */
export function wholeSignature(source: string, kernel: string | undefined): LabSignature {
  let signature = signatureOf(source, kernel);
  if (signature.parameters === undefined && signature.kernels.length > 0)
    signature = signatureOf(source, guessLaunch(source, signature, undefined).kernel);
  const { name } = splitKernelName(kernel ?? signature.kernel);
  if (signature.kernels.every((one) => one.name !== name))
    throw new RangeError(`The text has no kernel \`${name}\`: a function marked \`__global__\`.`);
  if (signature.error !== undefined) throw new RangeError(signature.error.message);
  return signature;
}

type Said = ReadonlyMap<string, string>;

function saidOf(argument: LaunchArgument, name: string, said: Said): LaunchArgument {
  if (!said.has(name)) return argument;
  if ("array" in argument) return (argument.tensorMap === undefined ? arrayOf : mappedArrayOf)(argument, name, said.get(name) ?? "");
  const value = Number(said.get(name));
  if (!("value" in argument) || Number.isNaN(value)) throw new RangeError(`\`${name}\` must be a number.`);
  return { ...argument, value };
}

function arrayOf(argument: ArrayArgument, name: string, text: string): ArrayArgument {
  if (text.includes(" box ")) throw new RangeError(`\`${name}\` is a pointer: a box is said of a parameter that is a \`CUtensorMap\`.`);
  const [, length, contents] = /^(\d+)(?: (zeros|index|permutation))?$/.exec(text) ?? [];
  if (length === undefined)
    throw new RangeError(
      `\`${name}\` must be a whole number of elements, with \`zeros\`, \`index\` or \`permutation\` behind it or nothing, not \`${text}\`.`,
    );
  return holding({ ...argument, length: Number(length) }, contents);
}

/** The array with the contents that are said, or with its own. */
function holding({ fill, ...array }: ArrayArgument, contents: string | undefined): ArrayArgument {
  switch (contents) {
    case "zeros":
      return array;
    case "index":
      return { ...array, fill: "index" };
    case "permutation":
      return { ...array, fill: { permutation: { seed: 1 } } };
    default:
      return { ...array, ...(fill !== undefined && { fill }) };
  }
}

const TENSOR_MAP_RULE =
  "so say its elements and their sizes, the innermost first, and its box: `half 64 128 index box 64 8 swizzle 128B`; contents and swizzle may be left out.";

/** @throws RangeError where it isn't such a description, or with the driver's reason for a map that it refuses */
function mappedArrayOf(argument: ArrayArgument, name: string, text: string): ArrayArgument {
  const [, type = "", sizes, contents, box, swizzle = "none"] =
    /^([A-Za-z_][\w ]*?) (\d+(?: \d+)*)(?: (zeros|index|permutation))? box (\d+(?: \d+)*)(?: swizzle (\S+))?$/.exec(text) ?? [];
  if (sizes === undefined || box === undefined) throw new RangeError(`\`${name}\` is a tensor map, ${TENSOR_MAP_RULE} Not \`${text}\`.`);
  const mode = SWIZZLE_MODES.find((one) => one === swizzle);
  if (mode === undefined) throw new RangeError(`\`${name}\` has the swizzle ${SWIZZLE_MODES.join(", ")}, not \`${swizzle}\`.`);
  const tensorMap = { sizes: sizes.split(" ").map(Number), box: box.split(" ").map(Number), swizzle: mode };
  const length = tensorMap.sizes.reduce((product, size) => product * size, 1);
  const described = holding({ ...argument, type, length, tensorMap }, contents);
  checkedTensorMap(described, tensorMap);
  return described;
}

function whole(name: string, said: Said): number | undefined {
  const text = said.get(name);
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new RangeError(`\`${name}\` must be a whole number, not \`${text}\`.`);
  return Number(text);
}

function extents(name: string, said: Said): [number, number, number] | undefined {
  const text = said.get(name);
  if (text === undefined) return undefined;
  if (!/^\d+( \d+){0,2}$/.test(text)) throw new RangeError(`\`${name}\` must be one to three whole numbers, not \`${text}\`.`);
  const [x = 1, y = 1, z = 1] = text.split(" ").map(Number);
  return [x, y, z];
}
