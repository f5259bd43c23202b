import { Session, type Profiler } from "node:inspector/promises";

/** Share of the time that was spent in one function, 0 to 1. */
interface TimeShare {
  readonly function: string;
  readonly share: number;
}

/** Smaller shares are noise. */
const SMALLEST_SHARE = 0.01;

/**
 * The functions in which a piece of work spends its time, by the engine's own sampling profiler; inlined calls count for the function
 * around them.
 */
export async function timeByFunction(work: () => void): Promise<TimeShare[]> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.start");
  work();
  const { profile } = await session.post("Profiler.stop");
  session.disconnect();
  return sharesOf(profile);
}

function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): TimeShare[] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const times = new Map<string, number>();
  for (const [number, id] of samples.entries()) {
    const name = names.get(id)!;
    times.set(name, (times.get(name) ?? 0) + (timeDeltas[number] ?? 0));
  }
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times]
    .map(([name, time]) => ({ function: name, share: Number((time / total).toFixed(3)) }))
    .filter(({ share }) => share >= SMALLEST_SHARE)
    .sort((a, b) => b.share - a.share);
}

function nameOf({ functionName, url }: Profiler.Profile["nodes"][number]["callFrame"]): string {
  const file = url.split("/").at(-1);
  return [functionName || "(anonymous)", ...(file ? [file] : [])].join(" · ");
}
