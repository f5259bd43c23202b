import type { Shard } from "#classroom/grading/manifest.ts";
import { UsageError } from "./exit-code.ts";

/**
 * A part of the work, as it is written on the command line: "2/4" is the third of four. With "/4" the number is taken from
 * JOB_COMPLETION_INDEX, which a Kubernetes Indexed Job sets.
 *
 * @throws UsageError for anything else
 */
export function parseShard(text: string, completionIndex = process.env.JOB_COMPLETION_INDEX): Shard {
  const [, written, count] = /^(\d*)\/([1-9]\d*)$/.exec(text) ?? [];
  if (count === undefined) throw new UsageError(`--shard ${text} is no part of the work; 0/4 is the first of four parts, 3/4 the last`);
  const index = written === "" ? completionIndex : written;
  if (index === undefined || !/^\d+$/.test(index)) {
    throw new UsageError(`--shard ${text} takes the number of the part from JOB_COMPLETION_INDEX, which is not set; write 0${text}, say`);
  }
  const shard = { index: Number(index), count: Number(count) };
  if (shard.index >= shard.count) {
    throw new UsageError(`there is no part ${shard.index} of ${shard.count}: parts count from 0, the last is ${shard.count - 1}/${count}`);
  }
  return shard;
}
