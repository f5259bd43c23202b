import { count, pluralize } from "#pictures/format.ts";
import { BANK_COUNT, SECTOR_BYTES, WORD_BYTES, isActive } from "#simulator";
import type { CheckResult, Judged, Provenance, Witness } from "../result.ts";

/** A question about a failure, and the access or function that it is about, where it is about one. */
export interface GeneralQuestion {
  readonly message: string;
  readonly about?: string;
}

/**
 * The question that helps with a failure of its kind, for answers that behave like none of the exercise's wrong answers: it is made of the
 * facts of this failure, and gives no index away.
 */
export function generalQuestion({ provenance }: Pick<Judged, "provenance">, failed: CheckResult): GeneralQuestion | undefined {
  const { id, witness, message } = failed;
  if (failed.kind === "correctness" && provenance?.case === failed.case) {
    const followed = followedQuestion(provenance);
    if (followed !== undefined) return followed;
  }
  if (id.endsWith("-sectors")) return witness && sectorsQuestion(witness);
  if (id.endsWith("-conflicts")) return witness && conflictQuestion(witness);
  if (id.endsWith("-requests")) return witness && requestsQuestion(witness);
  switch (id) {
    case "in-bounds":
      return witness && boundsQuestion(witness);
    case "read-once":
    case "read-at-most-once":
      return { message: readQuestion(message) };
    case "written-once":
      return {
        message: `Which two threads, or which two passes of one thread, have the same index? What tells them apart, and is it in your index?`,
      };
    case "every-element":
      return missingQuestion(message);
    case "no-race":
      return {
        message: `Which of the two touches it first: does your answer need one order? Between two barriers there is none. Can the two work on different words, or in different steps?`,
      };
    case "shared-bytes":
      return { message: `Which words of shared memory does nobody ever use?` };
  }
  return id.endsWith("-budget") ? { message: `What does each unit of it serve for? What would go wrong with one less?` } : undefined;
}

/** About the function where a wrong element's way first differs. */
function followedQuestion({ steps, guilty, suspects, isLoaded }: Provenance): GeneralQuestion | undefined {
  const step = guilty === undefined ? undefined : steps[guilty];
  const name = step?.function;
  if (step === undefined || name === undefined) {
    const [only] = suspects;
    return only !== undefined && suspects.length === 1 && isLoaded === false
      ? { message: `Which elements does this block need, and which does \`${only}\` bring?`, about: only }
      : undefined;
  }
  if (step.op === "load" && step.space === "global")
    return {
      message: `What is the element that \`${name}\` gives for this thread used for? Which coordinates decide that, and are they in its index?`,
      about: name,
    };
  if (step.op === "load")
    return {
      message: `Which element does this thread need next, and in which word was it put? \`${name}\` has to take that word.`,
      about: name,
    };
  if (step.space === "shared")
    return { message: `In which word will this element be looked for? \`${name}\` has to put it there.`, about: name };
  return { message: `What does this thread hold, and where does that belong? \`${name}\` has to give that place.`, about: name };
}

function sectorsQuestion(witness: Witness): GeneralQuestion {
  const { access, request } = witness;
  const [first, second] = activeAddresses(witness);
  if (first === undefined || second === undefined)
    return { message: `In this warp a single lane takes part. Which elements could its other 31 lanes bring?`, about: access };
  const apart = Math.abs(second.byteAddress - first.byteAddress);
  if (apart > request.bytesPerLane) {
    const elements = count(apart / request.bytesPerLane);
    return {
      message: `Lanes ${first.lane} and ${second.lane} differ in threadIdx.x, and their places are ${count(apart)} bytes apart: ${elements} times what a lane moves. What in your index is threadIdx.x multiplied by? Which coordinate would make neighbours of them?`,
      about: access,
    };
  }
  const offset = first.byteAddress % SECTOR_BYTES;
  if (offset !== 0)
    return {
      message: `The lanes lie side by side, but they start ${pluralize(offset, "byte")} into a sector of ${SECTOR_BYTES}. How many sectors does that touch, and where would the warp have to start?`,
      about: access,
    };
  return {
    message: `Up to which lane are neighbours side by side, and where do the lanes after it go? Could the warp take one piece instead?`,
    about: access,
  };
}

function conflictQuestion(witness: Witness): GeneralQuestion {
  const { access, lanes, request } = witness;
  const [first = 0, second = 0] = lanes.map((lane) => Math.floor((request.addresses[lane] ?? 0) / WORD_BYTES));
  const apart = Math.abs(second - first);
  return {
    message: `Lanes ${lanes[0]} and ${lanes[1]} want words ${count(first)} and ${count(second)}, ${count(apart)} apart: ${apart / BANK_COUNT === 1 ? "" : `${count(apart / BANK_COUNT)} times `}${BANK_COUNT}, so the same bank. What makes that distance, and what would shift one of the two to another bank?`,
    about: access,
  };
}

function requestsQuestion(witness: Witness): GeneralQuestion {
  const lanes = activeAddresses(witness).length;
  return {
    message: `In this warp ${lanes === 1 ? "one lane works" : `${lanes} lanes work`}, and its request counts like a full one. Could the same elements be moved by fewer warps, each with all its lanes, or by wider loads?`,
    about: witness.access,
  };
}

function boundsQuestion({ access, request, fault }: Witness): GeneralQuestion {
  const outside =
    fault?.byteAddresses.filter((address) => address !== null && (address < 0 || address + request.bytesPerLane > fault.arrayBytes)) ?? [];
  if (outside.length === 0 && fault !== undefined) {
    const wide = `A lane moves ${request.bytesPerLane} bytes at once`;
    return { message: `${wide}. At which addresses may it start, and which of your index's parts is no multiple of that?`, about: access };
  }
  if (outside.some((address) => address !== null && address < 0))
    return { message: `For which thread does your index fall below 0? What should that thread do?`, about: access };
  return {
    message: `Which factor in your index is too large, or which thread should sit out? Put the largest coordinates in: what comes out, and what is the last element?`,
    about: access,
  };
}

function readQuestion(message: string): string {
  return message.includes("never read")
    ? `Which thread, and in which pass, should read that element? What does your index give it instead?`
    : `Which two threads, items or passes does your index send to that element? What tells them apart, and by how much must the index differ?`;
}

function missingQuestion(message: string): GeneralQuestion | undefined {
  const [, element = "", missing = "", length = ""] =
    /^Element ([\d,]+) .* ([\d,]+) elements? of ([\d,]+) (?:is|are) missing/.exec(message) ?? [];
  const isLast = missing === "1" && Number(length.replaceAll(",", "")) - 1 === Number(element.replaceAll(",", ""));
  if (isLast) return { message: `Only the last element is missing. Which thread has it, and does your guard let that thread through?` };
  if (message.includes("is never written"))
    return {
      message: `Which thread of which block should write that element? Put its coordinates into your function: what comes out, an index or null?`,
    };
  if (message.includes("reads an empty place"))
    return { message: `Which thread should have put something in that word, and does it take part?` };
  if (message.includes("stores nothing"))
    return { message: `This thread stores, but what has it loaded? Do both functions agree on which threads sit out?` };
  if (message.includes("stores a sum"))
    return { message: `Which addend of this sum is missing, or comes twice? Write down, pass by pass, which words this thread adds.` };
  return { message: `Take this one thread: which element does it load, which does it store, and do the two belong together?` };
}

function activeAddresses({ request: { activeMask, addresses } }: Witness): { readonly lane: number; readonly byteAddress: number }[] {
  return addresses.map((byteAddress, lane) => ({ lane, byteAddress })).filter(({ lane }) => isActive(activeMask, lane));
}
