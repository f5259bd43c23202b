import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { courseRoot } from "#kit/installation.ts";

interface Answer {
  readonly id: number;
  readonly result: {
    readonly tools?: readonly { readonly name: string; readonly inputSchema: object }[];
    readonly content?: readonly [{ readonly text: string }];
    readonly isError?: boolean;
  };
}

const column = Array.from({ length: 32 }, (_, lane) => 128 * lane);
const program = `__global__ void fill(float* a) { a[threadIdx.x * 8] = 1; }
int main() { float* a; cudaMalloc(&a, 1024); fill<<<1, 32>>>(a); return 0; }`;

const CALLS: readonly [name: string, given: object, text: string | RegExp, isError?: true][] = [
  ["analyze", { space: "shared", op: "load", bytesPerLane: 4, addresses: column }, '{"wavefronts":32,"bankConflicts":31,"conflictDegree":32}'],
  ["analyze", { space: "global", op: "load", bytesPerLane: 4, addresses: [0] }, /"addresses" holds 1; it must hold 32/, true],
  ["analyze", { instruction: "ldmatrix", matrices: 1, sharedAddresses: column.slice(0, 8) }, '{"wavefronts":8,"bankConflicts":7}'],
  ["explain", { space: "shared", op: "load", bytesPerLane: 4, addresses: column }, /takes 32 wavefronts; 1 would do\.[^]*Pattern: 32-way conflict[^]*Bank 0: word 0 for lane 0; word 32/],
  ["explain", { space: "global", op: "load", bytesPerLane: 4, addresses: column }, /32 sectors in 32 cache lines; 4 sectors would do\.[^]*column walk/],
  ["profile", { text: program }, /kernel fill, 1 x 1 x 1 blocks of 32 x 1 x 1 threads, counted for h200[^]*stride of 8 elements; 32 sectors per request, 4 would do[^]*main returned 0/],
  ["profile", { text: program, launch: { kernel: "fill", grid: [2, 1, 1], block: [32, 1, 1], arguments: [{ array: "a", type: "float", length: 8 }] } }, /out-of-bounds at 1:/],
  ["profile", { text: "__global__ void k(float* a) { a[threadIdx.x] = 1 }" }, /the text:1:48: A `;` is missing/, true],
  ["profile", { text: "__global__ void k() { while (1); }\nint main() { k<<<1, 32>>>(); }" }, /stopped|steps/, true],
]; // prettier-ignore

it("an assistant lists the tools and calls them over standard input", async () => {
  const server = spawn(process.execPath, [path.join(courseRoot, "grader/cli/coalesce.mjs"), "mcp", "--seconds", "1"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(server, "exit");
  const send = (message: object): void => void server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const clientInfo = { name: "test", version: "1" };
  send({ id: 0, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } });
  send({ method: "notifications/initialized" });
  send({ id: 1, method: "tools/list" });
  for (const [i, [name, given]] of CALLS.entries()) send({ id: i + 2, method: "tools/call", params: { name, arguments: given } });
  const answers = new Map<number, Answer["result"]>();
  for await (const line of createInterface(server.stdout)) {
    const { id, result } = JSON.parse(line) as Answer;
    answers.set(id, result);
    if (answers.size === CALLS.length + 2) break;
  }
  server.stdin.end();
  expect(await ended).toEqual([0, null]);
  expect(answers.get(1)!.tools!.map(({ name }) => name)).toEqual(["profile", "analyze", "explain"]);
  for (const [i, [, , text, isError]] of CALLS.entries()) {
    const { content, isError: failed } = answers.get(i + 2)!;
    expect(content![0].text).toMatch(text);
    expect(failed).toBe(isError);
  }
});
