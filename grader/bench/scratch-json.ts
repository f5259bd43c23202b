import { mkdirSync, writeFileSync, existsSync, rmSync } from "node:fs";
import { readSubmissions } from "#classroom/submission/read-submissions.ts";
import { zipOf, weekOne, handInText } from "#testing/example-submissions.ts";
const kind = process.argv[2] ?? "handin";
const dir = `/tmp/json-${kind}`;
if (!existsSync(dir)) {
  mkdirSync(dir + "/eve", { recursive: true }); mkdirSync(dir + "/ada", { recursive: true });
  writeFileSync(dir + "/ada/row-walk.ts", "1");
  const pad = 950_000;
  const one = (i: number): string => kind === "numbers" ? "[" + "1,".repeat(pad / 2 - 10) + i + "]"
    : kind === "objects" ? "[" + `{"a":${i}},`.repeat(80_000) + "1]"
    : handInText("eve", { answers: [{ exercise: "row-walk", source: String(i) + "x".repeat(pad) }] });
  writeFileSync(dir + "/eve/all.zip", await zipOf(Object.fromEntries(Array.from({ length: 1500 }, (_, i) => [`f${i}.json`, one(i)]))));
}
const t = performance.now(), c = process.cpuUsage();
const read = await readSubmissions([dir], weekOne);
console.log(kind, ((performance.now() - t) / 1000).toFixed(1), "s", (process.cpuUsage(c).user / 1e6).toFixed(1), read.submissions.length, read.problems.length, read.problems.slice(0, 3), (process.memoryUsage().rss / 1e6).toFixed(0));
