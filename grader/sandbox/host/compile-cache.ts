import path from "node:path";

/** Environment and flags with which a sandbox's process finds the grader compiled, and may add to what is compiled. */
export interface CompileCache {
  readonly env: Readonly<Record<string, string>>;
  readonly execArgv: readonly string[];
}

/** The first releases in which a process can give a permission back that it was started with, `process.permission.drop`. */
const CAN_GIVE_BACK = [
  { major: 24, minor: 21 },
  { major: 26, minor: 5 },
];

/**
 * Node opens its cache of compiled code only with permission to write to it. The sandbox gives that back before it lets an
 * answer run, see give-up-writing.ts: what an answer could write there, the next answer's process would execute. A Node that cannot
 * give it back compiles anew each time.
 *
 * Processor time of a start, Node 24 on a Xeon: 25 ms for Node itself, 300 ms with the grader and an exercise, most of it
 * for reading 150 modules of TypeScript; 120 ms when they are found compiled. A spare that starts while another answer runs
 * would gain nothing, for all cores are busy then.
 */
export function compileCache(repositoryRoot: string, nodeVersion = process.versions.node): CompileCache {
  if (!canGiveBack(nodeVersion)) return { env: {}, execArgv: [] };
  const folder = path.join(repositoryRoot, ".cache", "compiled");
  return { env: { NODE_COMPILE_CACHE: folder }, execArgv: [`--allow-fs-write=${path.join(folder, "*")}`] };
}

function canGiveBack(nodeVersion: string): boolean {
  const [major, minor] = nodeVersion.split(".").map(Number);
  return major > CAN_GIVE_BACK.at(-1)!.major || CAN_GIVE_BACK.some((first) => major === first.major && minor >= first.minor);
}
