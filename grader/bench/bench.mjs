// Starts the benchmarks as the command starts the grader: with what Node compiled before. Without that, it strips types while it runs, which
// makes loops over typed arrays slower for the rest of the process.
import module from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

module.enableCompileCache(path.join(fileURLToPath(new URL("../../", import.meta.url)), ".cache", "compiled"));
await import("./main.ts");
