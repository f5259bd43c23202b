import type { FindingKind } from "../errors/findings.ts";
import type { SiteOp } from "../ir/access-site.ts";
import type { Hazard } from "./findings.ts";

/** A finding in global memory beside a bulk copy: its kind, and its sentence behind the thread. */
export interface BulkStory {
  readonly kind: FindingKind;
  readonly words: string;
}

/** How far a copy has come for a later access or copy. */
export type CopyProgress =
  /** Its cluster has ended; nothing orders it before what other blocks do. */
  | "of other blocks"
  /** A copy to shared memory for whose phase neither its thread nor the later one has waited. */
  | "loading"
  /** A copy from shared memory that its thread has not waited for. */
  | "storing"
  /** Its thread has waited until shared memory was read, and no longer. */
  | "read"
  /** Its thread has waited for it, and nothing orders the later access behind that. */
  | "unannounced";

const WHY: Record<Exclude<CopyProgress, "of other blocks">, string> = {
  loading: "nobody has waited for the phase of the barrier object that it completes",
  storing:
    "nobody has waited until it is complete. Its thread commits it to a group, and waits: `cp.async.bulk.commit_group`, `cp.async.bulk.wait_group 0`",
  read: "`cp.async.bulk.wait_group.read` waits only until the copy has read shared memory. `cp.async.bulk.wait_group 0` waits until its bytes are in global memory",
  unannounced: "its thread has waited for it, but no barrier stands between that and here",
};

/**
 * A thread's access beside a copy.
 *
 * @param what "element 4 of `out`"; copy "the copy that thread (0, 0, 0) of block (0, 0, 0) has begun"
 */
export function accessBesideCopy(hazard: Hazard, op: SiteOp, what: string, copy: string, progress: CopyProgress): BulkStory {
  const does = op === "load" ? "reads" : op === "store" ? "writes" : "updates";
  const then = hazard === "WAR" ? "reads" : "writes";
  if (progress === "of other blocks")
    return { kind: "race", words: `${does} ${what}, which ${copy} ${then}: blocks run in any order (${hazard}).` };
  const kind = hazard === "RAW" ? "early-read" : "copy-overwritten";
  return { kind, words: `${does} ${what} while ${copy} may still ${then.slice(0, -1)} it: ${WHY[progress]}.` };
}

/** A copy that begins beside another one. */
export function copyBesideCopy(hazard: Hazard, what: string, copy: string, progress: CopyProgress): BulkStory {
  const begins = hazard === "RAW" ? `begins a copy of ${what}` : `begins a copy to ${what}`;
  const then = hazard === "WAR" ? "reads" : "writes";
  if (progress === "of other blocks")
    return {
      kind: "race",
      words: `${begins}, which ${copy} ${then}${hazard === "WAW" ? ", too" : ""}: blocks run in any order (${hazard}).`,
    };
  const kind = hazard === "RAW" ? "early-read" : "copy-overwritten";
  return { kind, words: `${begins} while ${copy} may still ${then.slice(0, -1)} it: ${WHY[progress]}.` };
}

/**
 * A copy that begins beside an access that came before.
 *
 * @param who the thread of the access
 * @param order "no barrier stands between them"; undefined where all that is missing is the proxy fence
 */
export function copyBesideAccess(hazard: Hazard, what: string, who: string, order: string | undefined): BulkStory {
  const begins = hazard === "RAW" ? `begins a copy of ${what}` : `begins a copy to ${what}`;
  if (order !== undefined) {
    const did = hazard === "WAR" ? "reads" : hazard === "WAW" ? "writes, too" : "writes";
    return { kind: "race", words: `${begins}, which ${who} ${did}: ${order} (${hazard}).` };
  }
  const effect = hazard === "RAW" ? "the copy may read what was there before" : "which of the two comes last isn't certain";
  return {
    kind: "proxy-fence",
    words: `${begins}, which ${who} has written: between the two stands no proxy fence for global memory, so ${effect}. Behind its stores, each thread that writes calls \`fence.proxy.async\` or \`fence.proxy.async.global\`; \`fence.proxy.async.shared::cta\` is for shared memory only.`,
  };
}
