import { decodeFragment, encodeFragment } from "#classroom/assignment/fragment.ts";
import { parseGpuProbe, type GpuProbe } from "#hardware/gpu-probe.ts";
import { PROBE_PREFIX } from "./probe-names.ts";

/** The address of the page "My GPU" with measurements in its fragment, which browsers do not send to any server. */
export async function linkWithProbe(probe: GpuProbe, page: URL): Promise<string> {
  const link = new URL(page);
  link.hash = PROBE_PREFIX + (await encodeFragment(probe));
  return link.href;
}

/** @throws RangeError when the link was cut or altered, or carries anything else */
export async function probeOfLink(hash: string): Promise<GpuProbe> {
  return parseGpuProbe(await decodeFragment(hash.slice(PROBE_PREFIX.length)));
}
