import type { Device } from "./devices.ts";
import { groupedAs, lanesPerGroup, sharedCost, type SharedCost } from "./shared-cost.ts";
import { BANK_COUNT, WARP_SIZE, WORD_BYTES, hasWavefronts, isActive, type WarpRequest } from "./warp-request.ts";

/** One word of shared memory that a group of lanes touches. */
export interface WordEvidence {
  /** Word number: its first byte is 4 × number. */
  readonly number: number;
  /** number mod 32. */
  readonly bank: number;
  /** Lanes that touch the word, ascending; several lanes are a multicast and cost nothing extra. */
  readonly lanes: readonly number[];
}

/** Lanes that shared memory serves together. */
export interface GroupEvidence {
  /** Active lanes of the group, ascending. */
  readonly lanes: readonly number[];
  /** Ascending by address. */
  readonly words: readonly WordEvidence[];
  /** Distinct words on the busiest bank: the wavefronts that this group takes. */
  readonly wavefronts: number;
  /** The busiest bank, the lowest when several are. */
  readonly busiestBank: number;
}

/** The cost of a request together with the evidence that a picture is drawn from. */
export interface SharedExplanation extends SharedCost {
  readonly request: WarpRequest;
  readonly groupEvidence: readonly GroupEvidence[];
}

/** Explains one request of shared memory: `sharedCost`, and which lanes touch which words of which banks. */
export function explainShared(request: WarpRequest, device: Device): SharedExplanation {
  const cost = sharedCost(request, device);
  const { bytesPerLane, activeMask, addresses } = request;
  // Where no wavefronts are counted, no lanes meet.
  const groupSize = hasWavefronts(request) ? lanesPerGroup(groupedAs(request), bytesPerLane, activeMask, addresses) : 1;
  const active = Array.from({ length: WARP_SIZE }, (_, lane) => lane).filter((lane) => isActive(activeMask, lane));
  const groups = Map.groupBy(active, (lane) => Math.floor(lane / groupSize));
  return { ...cost, request, groupEvidence: [...groups.values()].map((lanes) => explainGroup(lanes, request)) };
}

function explainGroup(lanes: number[], { bytesPerLane, addresses }: WarpRequest): GroupEvidence {
  const wordsPerLane = Math.max(1, bytesPerLane / WORD_BYTES);
  const touches = lanes.flatMap((lane) =>
    Array.from({ length: wordsPerLane }, (_, i) => ({ lane, word: Math.floor(addresses[lane]! / WORD_BYTES) + i })),
  );
  const words = [...Map.groupBy(touches, (touch) => touch.word)]
    .map(([number, touches]) => ({ number, bank: number % BANK_COUNT, lanes: touches.map((touch) => touch.lane) }))
    .sort((a, b) => a.number - b.number);
  const banks = [...Map.groupBy(words, (word) => word.bank)].sort(([a], [b]) => a - b);
  const [busiestBank, onBusiest] = banks.reduce((busiest, bank) => (bank[1].length > busiest[1].length ? bank : busiest));
  return { lanes, words, wavefronts: onBusiest.length, busiestBank };
}
