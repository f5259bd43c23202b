import { createReadStream, type ReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { Command, Option } from "commander";
import { InputError } from "#classroom/assignment/input-error.ts";
import { count } from "#pictures/format.ts";
import { devices, type Device } from "#simulator";
import { analyzeLine } from "./analyze-line.ts";
import { LineProgress } from "./progress.ts";
import { sayJson, warn } from "./terminal.ts";

const CHUNK_BYTES = 1 << 18;

export function analyzeCommand(): Command {
  return new Command("analyze")
    .description("Says what each warp request costs: sectors and lines, or wavefronts and bank conflicts.")
    .argument("[file]", "JSON Lines, one request per line; - or nothing reads standard input", "-")
    .addOption(new Option("--device <id>", "the GPU to count for").choices(Object.keys(devices)).default("h100"))
    .addHelpText(
      "after",
      `
A request is one warp's execution of one load or store:
  {"space":"global","op":"load","bytesPerLane":4,"activeMask":"0xffffffff","addresses":[0,4,8, … 32 byte addresses, lane 0 first]}

  space         "global" or "shared"
  op            "load" or "store"
  bytesPerLane  1, 2, 4, 8, 16; 32 in global memory on Blackwell
  activeMask    "0xffffffff" or 4294967295: bit i is set when lane i takes part
  addresses     an active lane's must be a multiple of bytesPerLane; those of inactive lanes are ignored

Or an instruction between the two, by its name instead of space and op:
  {"instruction":"ldmatrix","matrices":4,"sharedAddresses":[0,16,32, … 8 row addresses for each matrix]}
  {"instruction":"cp.async.cg","bytesPerLane":16,"activeMask":"0xffffffff","sharedAddresses":[ … 32 ],"globalAddresses":[ … 32 ]}

  instruction      ldmatrix, ldmatrix.trans, stmatrix, stmatrix.trans, cp.async.ca, cp.async.cg
  matrices         1, 2, 4: .x1, .x2, .x4
  bytesPerLane     4, 8, 16; cp.async.cg copies 16
  sourceBytes      optional: how many bytes each lane copies before zeros fill the rest of its place
  sharedAddresses  multiples of 16 for matrices, of bytesPerLane for a copy, as globalAddresses are

The same lines come back in the same order, other fields kept, with
  "simulated": {"requests","sectors","cacheLines","tagWavefronts"}      global memory
  "simulated": {"wavefronts","bankConflicts","conflictDegree"}          shared memory
  "simulated": {"wavefronts","bankConflicts"}                           ldmatrix, stmatrix
  "simulated": {"wavefronts","bankConflicts","requests","sectors"}      cp.async
or, on a line that is not valid, "error" with what is wrong; the lines after it are still analyzed (a line that is no
JSON object comes back under "text"). Blank lines are passed over. How many lines were not valid is said on standard error.

Examples:
  coalesce analyze requests.jsonl > costs.jsonl
  coalesce analyze --device b200 requests.jsonl
  my-tracer | coalesce analyze | jq -c 'select(.simulated.bankConflicts > 0)'`,
    )
    .action((file: string, { device }: { device: string }) => analyze(file, deviceOf(device)));
}

function deviceOf(id: string): Device {
  const device = devices[id];
  if (device === undefined) throw new InputError(`there is no device "${id}"`);
  return device;
}

async function analyze(file: string, device: Device): Promise<void> {
  const { stream, bytes } = file === "-" ? { stream: process.stdin, bytes: undefined } : await openFile(file);
  const progress = new LineProgress(bytes);
  const { lines, invalid } = await analyzeStream(stream, device, progress);
  progress.stop();
  if (invalid > 0) warn(`${count(invalid)} of ${count(lines)} lines are not valid: see their "error"\n`);
}

async function openFile(file: string): Promise<{ stream: ReadStream; bytes: number }> {
  try {
    const handle = await open(file);
    const status = await handle.stat();
    if (status.isDirectory()) throw new Error("it is a folder");
    return { stream: createReadStream("", { fd: handle, highWaterMark: CHUNK_BYTES }), bytes: status.size };
  } catch (error) {
    throw new InputError(`cannot read ${file}: ${(error as Error).message}`);
  }
}

async function analyzeStream(stream: Readable, device: Device, progress: LineProgress): Promise<{ lines: number; invalid: number }> {
  let lines = 0;
  let invalid = 0;
  for await (const chunk of textLines(stream, (bytes) => progress.addBytes(bytes))) {
    let output = "";
    for (const line of chunk) {
      const request = line.trim();
      if (request === "") continue;
      const { text, valid } = analyzeLine(request, device);
      output += `${text}\n`;
      lines++;
      if (!valid) invalid++;
    }
    if (!sayJson(output)) await once(process.stdout, "drain");
    progress.show(lines);
  }
  return { lines, invalid };
}

/**
 * The lines of a stream of UTF-8 text, one array per chunk: one event per line would cost more than the work on the line.
 * The last line needs no newline.
 *
 * @param onChunk is called with the number of bytes of each chunk
 */
async function* textLines(stream: Readable, onChunk: (bytes: number) => void): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    onChunk(chunk.byteLength);
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield lines;
  }
  rest += decoder.decode();
  if (rest !== "") yield [rest];
}
