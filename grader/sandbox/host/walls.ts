import { spawnSync } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";

/** Ends the process in front of the walls when the grader ends, for whatever reason (setpriv(1), util-linux). */
const WITH_GRADER = ["setpriv", "--pdeathsig", "KILL"];
/**
 * Namespaces for a program (unshare(1), util-linux 2.34): one without any network, not even localhost, and one in which it is the only
 * process, so that it can signal no other. It runs as a user without capabilities, and ends with the process in front of it. Sockets in the
 * file system belong to no network: neither these walls nor Node's permissions keep a process from them, and the guide says so.
 */
const APART = ["unshare", "--user", "--map-user=1000", "--map-group=1000", "--net", "--pid", "--fork", "--kill-child"];
/** A signal to one's own process group reaches the whole group, whatever the namespaces: setsid(1) makes another one. */
const OF_ITS_OWN_GROUP = ["setsid"];
const WALLS = [...WITH_GRADER, ...APART, ...OF_ITS_OWN_GROUP];

let found: readonly string[] | undefined;

/**
 * The words to put before the command of a process that runs answers, so that it reaches no network and no other process; none if the
 * system does not let its users do that: anywhere but on Linux, and in many containers, which are such a wall themselves.
 */
export function walls(): readonly string[] {
  const [program = "", ...words] = WALLS;
  // Without an environment, as the processes start: there is no PATH then.
  const isAvailable = () =>
    process.platform === "linux" && spawnSync(program, [...words, "true"], { env: {}, stdio: "ignore" }).status === 0;
  return (found ??= isAvailable() ? WALLS : []);
}

/** A process mostly gets a number soon after that of its parent. */
const NEARBY = 32;

/**
 * The process that the one in front of the walls has started, by its number in the system outside.
 *
 * @returns undefined while there is none
 */
export async function behindWalls(front: number): Promise<number | undefined> {
  for (let pid = front + 1; pid <= front + NEARBY; pid++) if (await isChild(pid, front)) return pid;
  for (const name of await readdir("/proc")) if (/^\d+$/.test(name) && (await isChild(Number(name), front))) return Number(name);
  return undefined;
}

/**
 * Whether one process is the parent of another: field 4 of /proc/<pid>/stat (proc(5)). The name of a process may contain any characters.
 */
async function isChild(pid: number, parent: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] === String(parent);
}
