import type { ExportSpec } from "#sandbox/answer/load-answer.ts";

/** A place in a kernel's CUDA text that the learner fills: `{{read(pass)}}` for a function, `{{pitch}}` for a number. */
export interface Hole {
  /** Name of the exported function or number. */
  readonly name: string;
  /** The arguments that the kernel passes to the function besides thread and size; undefined for a number. */
  readonly args: readonly string[] | undefined;
  /** Offset of `{{` in the text. */
  readonly start: number;
  /** Offset after `}}`. */
  readonly end: number;
}

/** An argument of the kernel that is not one of its arrays. */
export interface KernelArgument {
  readonly name: string;
  /** `const int*`: a table of the case. */
  readonly isTable: boolean;
}

const HOLE = /\{\{(\w+)(?:\(([^{}]*)\))?\}\}/g;

/** The text of a `kernel.cu`, read as far as filling its holes needs: its holes and what its names are. */
export class KernelText {
  readonly text: string;
  readonly holes: readonly Hole[];
  /** Arguments of the kernel of types `int` and `const int*`, in order. */
  readonly arguments: readonly KernelArgument[];
  /** Every name that the text uses outside of its holes and comments. */
  readonly names: ReadonlySet<string>;
  /** Where the learner's own definitions go: before the first declaration that has a hole. */
  readonly definitionsAt: number;

  constructor(text: string) {
    this.text = text;
    this.holes = [...text.matchAll(HOLE)].map(({ 0: { length }, 1: name = "", 2: args, index }) => ({
      name,
      args: args === undefined ? undefined : args.split(",").flatMap((arg) => arg.trim() || []),
      start: index,
      end: index + length,
    }));
    this.arguments = kernelArguments(text);
    const code = text.replace(HOLE, "").replace(/\/\/.*|\/\*[^]*?\*\//g, "");
    this.names = new Set(code.match(/[A-Za-z_]\w*/g));
    this.definitionsAt = startOfDeclaration(text, this.holes[0]?.start ?? 0);
  }
}

function kernelArguments(text: string): KernelArgument[] {
  const [, list = ""] = /__global__\s+void\s+\w+\(([^)]*)\)/.exec(text) ?? [];
  return list.split(",").flatMap((argument) => {
    const [, star, name] = /^\s*(?:const\s+)?int\b\s*(\*?)\s*(\w+)\s*$/.exec(argument) ?? [];
    return name === undefined ? [] : [{ name, isTable: star === "*" }];
  });
}

/** A declaration starts at the beginning of a line; a comment right above belongs to it. */
function startOfDeclaration(text: string, offset: number): number {
  const before = text.slice(0, offset + 1).split("\n");
  let line = before.length - 1;
  while (line > 0 && /^(\s|\}|$)/.test(before[line] ?? "")) line--;
  while (line > 0 && /^(\/\/|\/\*| \*)/.test(before[line - 1] ?? "")) line--;
  return before.slice(0, line).reduce((length, { length: more }) => length + more + 1, 0);
}

/** The parameters of an exercise's function, from the sentence that describes it: `["thread", "size", "pass"]`. */
export function argumentsOf({ description }: Pick<ExportSpec, "description">): string[] {
  const [, list = ""] = /^\w+\(([^)]*)\)/.exec(description) ?? [];
  return list.split(",").flatMap((argument) => argument.trim() || []);
}

/** Whether an argument is a number, which the kernel passes; `thread` and `size` are its own variables and arguments in CUDA. */
export const isPassed = (argument: string): boolean => argument !== "thread" && argument !== "size";
