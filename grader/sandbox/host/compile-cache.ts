import module from "node:module";
import path from "node:path";

/** Environment and flags that let a sandbox's process use Node's compile cache and add to it. */
interface CompileCache {
  readonly env: Readonly<Record<string, string>>;
  readonly execArgv: readonly string[];
}

/** By major version of Node: the first minor version with `process.permission.drop`. */
const DROPS_SINCE: ReadonlyMap<number, number> = new Map([
  [24, 21],
  [26, 5],
]);

/**
 * Node uses its compile cache only with permission to write to it. The sandbox drops that permission before an answer runs, see
 * `dropWritePermission`: otherwise the next answer's process would execute what an answer wrote there. With a Node that cannot drop it,
 * each process compiles the grader again.
 *
 * Processor time of a start, Node 24 on a Xeon: 25 ms for Node itself, 300 ms with the grader and an exercise, most of it for loading 150
 * modules of TypeScript; 120 ms with the cache. Starting a spare process while another answer runs would gain nothing, since all cores are
 * busy then.
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

/** Node's type declarations do not have `drop` yet. */
type Droppable = NodeJS.ProcessPermission & { drop(scope: string): void };

/**
 * Called in the sandbox's process before an answer runs: saves the compiled code for the next process, then drops the permission to
 * write to the cache, the only folder that the process could write to.
 */
export function dropWritePermission(): void {
  if (process.env.NODE_COMPILE_CACHE === undefined) return;
  module.flushCompileCache();
  (process.permission as Droppable).drop("fs.write");
}
