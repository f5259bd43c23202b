import { childProcess } from "#sandbox/host/node-transport.ts";
import { Sandbox } from "#sandbox/host/sandbox.ts";
import { readExerciseFolder, wrongSources } from "#kit/folder.ts";
const { exercise, version, files } = await readExerciseFolder("straight-copy");
const attack = process.argv[2] ?? "deep";
const bodies: Record<string, string> = {
  kinds: `const e = new Error("m"); const kinds: Record<string, number> = {}; const note = (k: string) => { kinds[k] = (kinds[k] || 0) + 1; };
    const down = (a: number, b: number): any => { try { return down(a + 1, b); } catch { const s = (e as any).stack; const k = s.includes("file:") ? "leak" : s.slice(0, 10); note(k); throw 1; } };
    for (let i = 0; i < 3; i++) { try { down(i, 2); } catch {} } throw new Error("found " + JSON.stringify(kinds));`,
  fresh: `const kinds: Record<string, number> = {}; let n = 0; let leak = "";
    const take = (e: any) => { n++; const s = e.stack; if (typeof s === "string") { const k = s.includes("rader/") ? "leak" : "ok"; kinds[k] = (kinds[k] || 0) + 1; if (k === "leak") leak = s; } };
    const down = (e: any): any => { try { down(e); } catch (x) { try { take(e); } catch {} } };
    for (let i = 0; i < 20; i++) { const e = new Error("m" + i); down(e); } throw new Error(n + " found " + JSON.stringify(kinds) + encode(leak));`,
  range: `let leak = ""; let n = 0; const kinds: Record<string, number> = {};
    const take = (e: any) => { n++; const s = e.stack; const k = typeof s !== "string" ? "none" : s.includes("file:") ? "leak" : s.slice(0, 12); kinds[k] = (kinds[k] || 0) + 1; if (k === "leak") leak = s; };
    const down = (d: number): any => { try { down(d + 1); } catch (x) { take(x); } };
    try { down(0); } catch (e) { take(e); } throw new Error(n + " found " + JSON.stringify(kinds) + encode(leak));`,
};
const sandbox = new Sandbox(childProcess, { fresh: true });
for (const name of process.argv.slice(2)) {
const source = `const encode = (t: string) => t.replaceAll("/", "|").replaceAll("file", "f_le");\nexport const read = (thread: any): number => { ${bodies[name]} };\nexport const write = read;`;
const t = performance.now();
console.log(JSON.stringify(await sandbox.grade({ exercise: exercise.id, exerciseVersion: version, source, wrongSources: wrongSources(files) } as any), null, 1).slice(0, 1500), performance.now() - t);
}
await sandbox.close();
