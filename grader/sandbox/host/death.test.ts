import { expect, test } from "vitest";
import { deathOf } from "./node-transport.ts";

test.each<[string, Parameters<typeof deathOf>, object]>([
  [
    "V8 is out of memory",
    [null, "SIGABRT", "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory"],
    { type: "limit", broken: "memory" },
  ],
  [
    "an array would be larger than any can be",
    [null, "SIGTRAP", "# Fatal error in , line 0\n# Fatal JavaScript invalid size error 268435456 (see crbug.com/1201626)"],
    { type: "limit", broken: "memory" },
  ],
  ["the kernel kills it because memory is used up", [null, "SIGKILL", ""], { type: "limit", broken: "memory" }],
  ["it breaks", [null, "SIGSEGV", ""], { type: "fault" }],
  ["it exits", [1, null, "SyntaxError"], { type: "fault" }],
])("how a process died where %s", (_, how, ending) => expect(deathOf(...how)).toMatchObject(ending));
