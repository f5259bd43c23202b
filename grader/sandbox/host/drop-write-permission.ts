import module from "node:module";

/** Newer than the types of Node are. */
type Droppable = NodeJS.ProcessPermission & { drop(scope: string): void };

/** What was compiled is kept for the next process; then, before an answer runs, the one folder that could be written to is gone. */
export function giveUpWriting(): void {
  if (process.env.NODE_COMPILE_CACHE === undefined) return;
  module.flushCompileCache();
  (process.permission as Droppable).drop("fs.write");
}
