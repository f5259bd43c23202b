import { runCommandLine } from "./command-line.ts";
import { exitCode } from "./usage.ts";

// It is no failure when the reader of the output stops early, as `head` does.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(exitCode.done);
});

await runCommandLine(process.argv.slice(2));
