/** A function or a number that an exercise asks for: see `ExportSpec`. */
export interface Wanted {
  readonly name: string;
  readonly kind: "function" | "number";
  /** One sentence that begins with the call: "read(thread, size, pass) gives …". */
  readonly description: string;
}

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
  /** Functions whose result the kernel compares with 0 before it is used: below 0, the thread sits the access out. */
  readonly guarded: ReadonlySet<string>;
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
    this.guarded = new Set(this.holes.flatMap((hole) => (isGuarded(hole, this.holes, text) ? [hole.name] : [])));
    this.definitionsAt = startOfDeclaration(text, this.holes[0]?.start ?? 0);
  }
}

/** Whether every hole of a function's is the value of a variable that the kernel compares with 0: `from >= 0`, `i < 0`. */
function isGuarded({ name }: Hole, holes: readonly Hole[], text: string): boolean {
  return holes
    .filter((hole) => hole.name === name)
    .every(({ start, end }) => {
      const [, variable] = /\bconst int (\w+) = $/.exec(text.slice(0, start)) ?? [];
      return variable !== undefined && text.startsWith(";", end) && new RegExp(String.raw`\b${variable} (>=|<) 0\b`).test(text.slice(end));
    });
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
export function argumentsOf({ description }: Pick<Wanted, "description">): string[] {
  const [, list = ""] = /^\w+\(([^)]*)\)/.exec(description) ?? [];
  return list.split(",").flatMap((argument) => argument.trim() || []);
}

/** Whether an argument is a number, which the kernel passes; `thread` and `size` are its own variables and arguments in CUDA. */
export const isPassed = (argument: string): boolean => argument !== "thread" && argument !== "size";
