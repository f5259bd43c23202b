import { Command } from "commander";
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";
import { profileHost } from "#cuda/host/profile-host.ts";
import { remedyOf } from "#cuda/host/missing-definition.ts";
import { HostStoppedError } from "#cuda/host/run-host.ts";
import { launchSchema } from "#cuda/launch/launch.ts";
import { launchLines, proposedLaunch } from "#cuda/launch/proposed-launch.ts";
import { TooMuchWorkError } from "#cuda/machine/run-program.ts";
import { briefText } from "#cuda/profile/brief.ts";
import { StoppedError } from "#cuda/profile/launch-report.ts";
import { patternWords } from "#cuda/profile/pattern-words.ts";
import { patternOf } from "#cuda/profile/pattern.ts";
import { profileLaunch } from "#cuda/profile/profile.ts";
import { SourceError } from "#cuda/source-error.ts";
import { bankCaptions, globalCaption, sharedCaption } from "#pictures/captions.ts";
import { devices, explainGlobal, explainShared, type Device, type WarpRequest } from "#simulator";
import { INSTRUCTION_NAMES, requestOf, simulate, type Fields } from "./analyze-line.ts";
import { processorTimer } from "./processor-timer.ts";
import { packageVersion, secondsOf } from "./usage.ts";
import { sourceExcerpt } from "./profile-text.ts";

const device = z
  .enum(Object.keys(devices) as [string, ...string[]])
  .default("h200")
  .describe("the GPU to count for");
const request = {
  space: z.enum(["global", "shared"]),
  op: z.enum(["load", "store"]),
  bytesPerLane: z.int().describe("1, 2, 4, 8 or 16; 32 in global memory on Blackwell"),
  activeMask: z.union([z.string(), z.int()]).default("0xffffffff").describe("bit i is set when lane i takes part"),
  addresses: z.array(z.number().nullable()).describe("32 byte addresses, lane 0 first; null for inactive lanes"),
  device,
};

const byteAddresses = z.array(z.number().nullable()).optional();
const instruction = {
  instruction: z.enum(INSTRUCTION_NAMES).optional().describe("instead of space, op and addresses"),
  matrices: z.int().optional().describe("1, 2 or 4, of ldmatrix and stmatrix"),
  sharedAddresses: byteAddresses.describe("8 row addresses for each matrix; of a copy, where each of 32 lanes copies to"),
  globalAddresses: byteAddresses.describe("where each lane of a copy copies from"),
  sourceBytes: z.array(z.number()).optional().describe("how many bytes each lane copies before zeros fill the rest"),
};

interface ToolAnswer {
  readonly [key: string]: unknown;
  readonly content: { readonly type: "text"; readonly text: string }[];
  readonly isError?: boolean;
}

export function mcpCommand(): Command {
  return new Command("mcp")
    .description("Serves profile, analyze and explain to an assistant, as tools of the Model Context Protocol over standard input.")
    .option("--seconds <n>", "stop a call after this much processor time", secondsOf, 60)
    .addHelpText(
      "after",
      `
An assistant's settings name the command:
  {"mcpServers":{"coalesce":{"command":"coalesce","args":["mcp"]}}}

Tools:
  profile  a CUDA text, with a launch or a main: findings, costly accesses with what was tried on them, totals, time by estimate
  analyze  a warp request: its sectors and lines, or its wavefronts and bank conflicts; ldmatrix, stmatrix and cp.async, too
  explain  a warp request: the same in words, with the pattern of its addresses and what to do about it

Nothing leaves the machine, no GPU is needed, and a call that takes longer than --seconds is stopped.

Exit codes: 0 the assistant has closed the connection · 2 usage · 3 the command itself failed`,
    )
    .action(({ seconds }: { seconds: number }) => void serveStdio(() => toolServer(seconds)));
}

/** The server with its three tools. @param seconds of processor time that a call may take */
function toolServer(seconds: number): McpServer {
  const server = new McpServer({ name: "coalesce", version: packageVersion() });
  const isReadOnly = { annotations: { readOnlyHint: true, openWorldHint: false } };
  server.registerTool(
    "profile",
    {
      ...isReadOnly,
      title: "Profile a CUDA kernel without a GPU",
      description:
        "Runs a CUDA text in a simulator that counts as Nsight Compute does, and says what is wrong with it (out of bounds, misaligned, uninitialized, races, divergent barriers), what its accesses cost, what was tried to make them cheaper, and how long a launch takes by estimate. A text with a main needs no launch.",
      inputSchema: z.object({
        text: z.string().describe("the whole CUDA C++ text"),
        launch: launchSchema.optional().describe("grid, block and arguments; without it, main of the text is run"),
        arguments: z.array(z.string()).default([]).describe("what main is called with"),
        device,
      }),
    },
    ({ text, launch, arguments: words, device: id }) => answered(text, () => profiled(text, launch, words, { gpu: devices[id]!, seconds })),
  );
  server.registerTool(
    "analyze",
    {
      ...isReadOnly,
      title: "Count what a warp request costs",
      description:
        "Counts sectors and cache lines of a warp's request to global memory, or wavefronts and bank conflicts of one to shared memory; with an instruction instead of a space and an op, those of ldmatrix, stmatrix or cp.async.",
      inputSchema: z.object({ ...z.object(request).partial().shape, activeMask: request.activeMask, device, ...instruction }),
    },
    (fields) => answered("", () => JSON.stringify(simulate(fields as Fields, devices[fields.device]!))),
  );
  server.registerTool(
    "explain",
    {
      ...isReadOnly,
      title: "Explain what a warp request costs",
      description:
        "Says in words what a warp's request costs, which pattern its addresses have, which lanes meet in a bank, and what to do about it.",
      inputSchema: z.object(request),
    },
    (fields) => answered("", () => explained(requestOf(fields as Fields), devices[fields.device]!)),
  );
  return server;
}

function profiled(
  text: string,
  launch: z.infer<typeof launchSchema> | undefined,
  words: readonly string[],
  { gpu, seconds }: { readonly gpu: Device; readonly seconds: number },
): string {
  const progress = processorTimer(seconds);
  const file = "the text";
  if (launch !== undefined) {
    const { profile } = profileLaunch(text, launch, gpu, { progress });
    return briefText(profile, { file, text, device: gpu.id, ...launch });
  }
  const { launches, result } = profileHost(text, gpu, { arguments: words, progress });
  const first = [...Map.groupBy(launches, ({ kernel }) => kernel).values()].map(([one]) => one!);
  const briefs = first.map((one) => briefText(one, { file, text, device: gpu.id, ...one }));
  return [...briefs, ...(result.ended ? [] : [`main returned ${result.exitCode}.`]), ...result.notes].join("\n");
}

function explained(asked: WarpRequest, gpu: Device): string {
  const words = (excess: number, conflictDegree: number): string => {
    const pattern = patternOf({ ...asked, excess, conflictDegree });
    const { name, advice } = patternWords(pattern, asked);
    return `Pattern: ${name}.${advice === "" ? "" : ` ${advice}`}`;
  };
  if (asked.space === "global") {
    const explanation = explainGlobal(asked, gpu);
    return [globalCaption(explanation), words(explanation.sectors - explanation.idealSectors, 0)].join("\n");
  }
  const explanation = explainShared(asked, gpu);
  return [sharedCaption(explanation), words(explanation.bankConflicts, explanation.conflictDegree), ...bankCaptions(explanation)].join(
    "\n",
  );
}

/** An answer in words; what the caller did wrong is an answer, too, that says so. */
function answered(text: string, answer: () => string): ToolAnswer {
  try {
    return { content: [{ type: "text", text: answer() }] };
  } catch (error) {
    return { content: [{ type: "text", text: errorText(error, text) }], isError: true };
  }
}

/** @throws the error itself if it is a fault of the lab's */
function errorText(error: unknown, text: string): string {
  if (error instanceof SourceError) {
    const launch = proposedLaunch(text);
    return [
      sourceExcerpt("the text", text, error.span, error.message),
      ...(remedyOf(error, text) ? [remedyOf(error, text)!.advice] : []),
      ...(launch ? [`To profile ${launch.kernel} alone, give this launch; its sizes are guesses:\n${launchLines(launch)}`] : []),
    ].join("\n");
  }
  if (error instanceof StoppedError || error instanceof HostStoppedError)
    return "It was stopped: it takes more processor time than a call may take. Try a smaller size.";
  if (error instanceof TooMuchWorkError || error instanceof RangeError) return error.message;
  throw error;
}
