import { WARP_SIZE, volume, type Device } from "#simulator";
import type { LaunchCosts } from "#clock/estimate-time.ts";
import { LaunchMeter, type TimedCounts } from "#clock/launch-meter.ts";
import type { KernelFacts, MemoryAccess } from "#memory/memory-system.ts";
import type { CountedSite } from "../launch/run-launch.ts";
import type { AccessSite, SiteOp } from "../ir/access-site.ts";
import { isAtomic } from "../machine/request-costs.ts";
import type { LaunchPlace } from "../machine/launch-place.ts";
import type { Memory } from "../machine/memory.ts";
import type { Executions } from "../machine/run-program.ts";
import type { ObserveRequest, SiteCounts } from "../machine/request-stream.ts";
import { Analyses } from "../analysis/analyses.ts";
import type { Program } from "../ir/program.ts";
import { ConstantRequests } from "./constant-requests.ts";
import { InstructionEstimate } from "./instructions.ts";
import type { Pattern } from "./pattern.ts";
import { GlobalTrials } from "./global-trials.ts";
import { SharedTrials } from "./shared-trials.ts";
import type { Trial } from "./trial.ts";
import { PatternSample } from "./pattern-sample.ts";

/** The requests of an access of the text, to one memory. */
interface TriedRequests {
  readonly sites: readonly number[];
  readonly op: SiteOp;
  readonly counts: SiteCounts;
  readonly bytesPerLane: number;
}

/** Watches a launch from its first request to its last, for its report: patterns, caches, time. */
export class LaunchWatch {
  readonly #program: Program;
  readonly #device: Device;
  readonly #sample: PatternSample;
  readonly #instructions: InstructionEstimate;
  readonly #facts: KernelFacts;
  /** How many loads from shared memory are combined into one, by access. */
  readonly #joined: ReadonlyMap<number, number>;
  /** Warps of the launch. */
  #warps = 0;
  #meter: LaunchMeter | undefined;
  #constants: ConstantRequests | undefined;
  #shared: SharedTrials | undefined;
  #global: GlobalTrials | undefined;

  constructor(program: Program, device: Device) {
    this.#program = program;
    this.#device = device;
    this.#sample = new PatternSample(program.sites, device);
    const analyses = Analyses.of(program);
    this.#joined = analyses.joinedLoads;
    this.#instructions = new InstructionEstimate(analyses);
    this.#facts = { isRestrict: analyses.promisesNoAlias, order: analyses.loadOrder };
  }

  /** Starts to watch a launch, from its beginning. Caches and time depend on all blocks: of a sample they are not watched. */
  readonly observe = (place: LaunchPlace, memory: Memory, isSample: boolean): ObserveRequest => {
    this.#meter = isSample ? undefined : new LaunchMeter(this.#device, place.launch, memory.sharedBytes, this.#facts);
    const system = this.#meter?.system;
    const { gridDim, blockDim } = place.launch;
    this.#warps = volume(gridDim) * Math.ceil(volume(blockDim) / WARP_SIZE);
    const { sites } = this.#program;
    const accesses = sites.map(memoryAccessOf);
    const look = this.#sample.observe();
    const skips = new Float64Array(sites.length);
    let barriers = place.barriers;
    const constants = (this.#constants = new ConstantRequests(sites));
    const shared = (this.#shared = new SharedTrials(sites, Analyses.of(this.#program).addressedArrays, memory, this.#device));
    const global = (this.#global = new GlobalTrials(Analyses.of(this.#program), { place, memory, isSample }, this.#device));
    /** Where the copy reads whose destination comes next. */
    let from: Float64Array | undefined;
    return (site, activeMask, addresses, space) => {
      if (space === "bulk") {
        const [first, end, at, swizzleBits] = addresses as unknown as readonly [number, number, number, number];
        if (sites[site]!.isOfTensor) shared.copied(at, swizzleBits);
        system?.copy(place, accesses[site]!.operation, first, end - first);
        return;
      }
      const copied = space === "shared" && sites[site]!.copy ? from : undefined;
      from = sites[site]!.copy && space === "global" ? addresses : undefined;
      if (--skips[site]! < 0) skips[site] = look(site, activeMask, addresses, space, copied);
      global.add(site, activeMask, addresses, space);
      if (space === "shared") shared.add(site, activeMask, addresses, copied);
      if (space === "constant") constants.add(site, activeMask, addresses);
      if (space !== "global" || system === undefined) return;
      if (place.barriers !== barriers) {
        barriers = place.barriers;
        system.barrier();
      }
      system.request(place, accesses[site]!, activeMask, addresses);
    };
  };

  /** Whether single lanes make requests no more often than once per warp: one result for each has to be moved somehow. */
  isOncePerWarp({ requests, activeLanes }: SiteCounts): boolean {
    return activeLanes === requests && requests <= this.#warps;
  }

  /** The pattern of a site's requests to one space. @param counts of all its requests, exact */
  pattern(site: number, counts: SiteCounts): Pattern {
    return this.#sample.pattern(site, counts);
  }

  /** How many of a site's loads from shared memory a compiler is expected to combine into one. */
  joinedLoads(site: number): number {
    return this.#joined.get(site) ?? 1;
  }

  /** The best change for the array that sites access in a space: see `SharedTrials` and `GlobalTrials`. */
  trial({ sites, op, counts, bytesPerLane }: TriedRequests): Trial | undefined {
    if (counts.space === "shared") return this.#shared?.trial(sites);
    if (counts.space !== "global") return undefined;
    return isAtomic(op) ? this.#global?.copyPerBlock(sites, counts) : this.#global?.trial(sites, counts.activeLanes * bytesPerLane);
  }

  /** A copy in shared memory of what warps load as fragments from global memory: see `GlobalTrials`. */
  staged(sites: readonly number[]): Trial | undefined {
    return this.#global?.staged(sites);
  }

  /** Whether the index of a site's accesses to global memory is computed from what each lane has loaded. */
  isIndexLoaded(site: number): boolean {
    return this.#global?.isIndexLoaded(site) ?? false;
  }

  /**
   * The cost of the launch, once it has ended.
   *
   * @param sites with the counts of all their requests
   * @param executions of its steps
   */
  costs(sites: readonly CountedSite[], executions: readonly Executions[]): LaunchCosts {
    if (!this.#meter) throw new Error("no launch has been watched");
    const executed = {
      ...this.#instructions.of(executions, this.#meter.warps),
      barriers: barriersIn(executions),
      ...this.#constants?.loads,
    };
    const counts = sites.flatMap(({ site, counts: own }) => own.map((each) => this.#timed(site, each)));
    return this.#meter.costs(counts, executed);
  }

  /** Loads that a compiler combines pass through shared memory together. */
  #timed({ number }: AccessSite, counts: SiteCounts): TimedCounts {
    if (counts.space !== "shared") return counts;
    return { space: "shared", wavefronts: counts.wavefronts / this.joinedLoads(number) };
  }
}

function memoryAccessOf({ number, op, bytesPerLane, atomic, copy }: AccessSite): MemoryAccess {
  const operation = op === "load" || op === "store" ? op : "atomic";
  return {
    number,
    operation,
    bytesPerLane,
    isFloating: atomic !== undefined && atomic.on !== "integers",
    bypassesL1: copy === "cg",
    isCopy: copy !== undefined && op === "load",
  };
}

/** Times that a warp arrived at a barrier of its block. */
function barriersIn(executions: readonly Executions[]): number {
  return executions.reduce((sum, { steps, warps }) => sum + warps * steps.filter(({ kind }) => kind === "barrier").length, 0);
}
