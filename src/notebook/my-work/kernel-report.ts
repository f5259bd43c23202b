import { count } from "#pictures/format.ts";
import { plainText } from "#pictures/inline-code.ts";
import { deviceNamed, globalCost, h200, sharedCost, type Device, type WarpRequest } from "#simulator";
import { badgeSentence } from "../lab/badge.tsx";
import type { BlockRequests } from "../lab/block-requests.ts";
import { guessLaunch } from "#cuda/launch/guess-launch.ts";
import { drawnRequest } from "../lab/lab-lanes.ts";
import type { LabKernel } from "../lab/lab-kernel.ts";
import { Stopped, type LabMachine } from "../lab/lab-machine.ts";
import { costliestAccess } from "../lab/block-walk.ts";
import type { LabProfile } from "../lab/profile.ts";
import { stillPicture, type Picture } from "./still-picture.ts";

/** What a document says of a kernel of the lab: its costliest request as a picture, and its counts. */
export interface KernelReport {
  readonly pictures: readonly Picture[];
  /** A line each, plain text: what each access costs and what is wrong with it, or why there is nothing to count. */
  readonly counts: readonly string[];
}

/** A launch that has not ended after so long is not counted. */
const LAUNCH_MS = 20_000;

/**
 * Runs a kernel once more, in the lab's worker.
 *
 * @param id unique in the document
 */
export async function reportKernel(kernel: LabKernel, machine: Pick<LabMachine, "ask" | "stop">, id: string): Promise<KernelReport> {
  const late = `The launch had not ended after ${LAUNCH_MS / 1000} seconds, so nothing was counted.`;
  const clock = setTimeout(() => machine.stop(late), LAUNCH_MS);
  try {
    const { source, device } = kernel;
    const signature = await machine.ask({ kind: "signature", source, kernel: kernel.launch.kernel });
    const run = {
      source,
      device,
      launch: signature.parameters === undefined ? kernel.launch : guessLaunch(source, signature, kernel.launch),
    };
    const outcome = await machine.ask({ kind: "run", run });
    if (outcome.kind === "error") return { pictures: [], counts: [`It does not run: ${placed(outcome.error)}`] };
    const requests = await machine.ask({ kind: "requests", run, block: 0 });
    return { pictures: picturesOf(outcome, requests, id), counts: countsOf(outcome) };
  } catch (error) {
    if (error instanceof Stopped) return { pictures: [], counts: [error.message] };
    throw error;
  } finally {
    clearTimeout(clock);
  }
}

/** "Line 3: in[i]: load from global memory, 8,192 requests, 4 sectors per request; 4 would do." */
function countsOf({ accesses, findings, furtherFindings }: LabProfile): string[] {
  const further = furtherFindings > 0 ? [`And ${count(furtherFindings)} findings more.`] : [];
  return [
    ...accesses.map((access) => plainText(`Line ${access.line}: ${badgeSentence(access)}`)),
    ...findings.map(placed).map(plainText),
    ...further,
  ];
}

function placed({ line, message }: { readonly line: number | undefined; readonly message: string }): string {
  return line === undefined ? message : `Line ${line}: ${message}`;
}

/** The costliest request that the first block makes of the access that costs most above its ideal. */
function picturesOf(profile: LabProfile, { requests }: BlockRequests, id: string): Picture[] {
  const access = profile.accesses[costliestAccess(profile)];
  if (access === undefined) return [];
  const device = deviceNamed(profile.run.device) ?? h200;
  let costliest: { readonly request: WarpRequest; readonly array: string; readonly cost: number } | undefined;
  for (const made of requests.filter(({ site, space }) => access.sites.includes(site) && space === access.counts.space)) {
    const request = drawnRequest(made, access);
    const cost = request && costOf(request, device);
    if (request !== undefined && cost !== undefined && cost > (costliest?.cost ?? 0)) costliest = { request, array: made.array, cost };
  }
  if (costliest === undefined) return [];
  const { request, array } = costliest;
  return [stillPicture({ access: access.text, array, request, lanes: [] }, id)];
}

/** Sectors or wavefronts of a request; undefined for one that hardware refuses, which is among the findings. */
function costOf(request: WarpRequest, device: Device): number | undefined {
  try {
    return request.space === "global" ? globalCost(request, device).sectors : sharedCost(request, device).wavefronts;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
