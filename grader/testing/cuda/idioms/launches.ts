import { readFileSync } from "node:fs";
import { parseLaunch, type KernelLaunch } from "#cuda/launch/launch.ts";

/** Kernels as people write them: a namespace each, whose kernel `k` reads the array `in` and writes `out`. */
export const idioms = readFileSync(new URL("idioms.cu", import.meta.url), "utf8");

/** The type of the elements of `out`, as written in the text. */
type IdiomElement = "int" | "unsigned" | "float" | "double" | "unsigned long long";

interface IdiomLaunch {
  readonly name: string;
  readonly type: IdiomElement;
  /** Elements of `out`. */
  readonly length: number;
  readonly launch: KernelLaunch;
}

/** The launches that the text gives: `// out: float 64, grid 4, block 8 8, shared 4096` in front of `namespace …`. */
export function idiomLaunches(): IdiomLaunch[] {
  return [...idioms.matchAll(/^\/\/ out: ([a-z ]+?) (\d+)(.*)\nnamespace (\w+)/gm)].map(([, type, length, rest, name]) => {
    const numbers = (word: string, otherwise: readonly number[]): readonly number[] => {
      const written = new RegExp(`${word} ([\\d ]+)`).exec(rest!)?.[1];
      return written ? written.trim().split(" ").map(Number) : otherwise;
    };
    const dimensions = (word: string, otherwise: number) => [...numbers(word, [otherwise]), 1, 1].slice(0, 3);
    const launch = parseLaunch({
      kernel: `${name}::k`,
      grid: dimensions("grid", 1),
      block: dimensions("block", 64),
      sharedBytes: numbers("shared", [0])[0],
      arguments: [
        { array: "in", type: "int", length: 256, fill: "index" },
        { array: "out", type, length: Number(length), fill: { constant: 0 } },
      ],
    });
    return { name: name!, type: type as IdiomElement, length: Number(length), launch };
  });
}
