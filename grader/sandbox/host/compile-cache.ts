import module from "node:module";
import path from "node:path";

/** Environment and flags with which a sandbox's process finds the grader compiled, and may add to what is compiled. */
export interface CompileCache {
  readonly env: Readonly<Record<string, string>>;
  readonly execArgv: readonly string[];
}

/** The first releases, of each major version that has it, in which a process can drop a permission: `process.permission.drop`. */
const DROPS_SINCE: ReadonlyMap<number, number> = new Map([
  [24, 21],
  [26, 5],
]);

/**
 * Node opens its cache of compiled code only with permission to write to it. The sandbox drops that permission before it lets an
 * answer run, see `dropWritePermission`: what an answer could write there, the next answer's process would execute. With a Node
 * that cannot drop it, each process compiles anew.
 *
 * Processor time of a start, Node 24 on a Xeon: 25 ms for Node itself, 300 ms with the grader and an exercise, most of it
 * for reading 150 modules of TypeScript; 120 ms when they are found compiled. A spare process that starts while another answer runs
 * would gain nothing, since all cores are busy then.
 */
export function compileCache(repositoryRoot: string, nodeVersion = process.versions.node): CompileCache {
  if (!canDropPermission(nodeVersion)) return { env: {}, execArgv: [] };
  const folder = path.join(repositoryRoot, ".cache", "compiled");
  return { env: { NODE_COMPILE_CACHE: folder }, execArgv: [`--allow-fs-write=${path.join(folder, "*")}`] };
}

function canDropPermission(nodeVersion: string): boolean {
  const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
  const since = DROPS_SINCE.get(major);
  return since === undefined ? major > Math.max(...DROPS_SINCE.keys()) : minor >= since;
}

/** Newer than the types of Node are. */
type Droppable = NodeJS.ProcessPermission & { drop(scope: string): void };

/**
 * Called inside the process before an answer runs: saves what was compiled for the next process, then drops the permission to write
 * to the one folder that could be written to.
 */
export function dropWritePermission(): void {
  if (process.env.NODE_COMPILE_CACHE === undefined) return;
  module.flushCompileCache();
  (process.permission as Droppable).drop("fs.write");
}
