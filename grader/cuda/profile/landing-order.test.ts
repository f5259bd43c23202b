import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { profileHost } from "../host/profile-host.ts";
import { landingPicture, type LandingReport } from "./landing-order.ts";

const program = readFileSync(new URL("../../hardware/probes/asynchronous-copies.cu", import.meta.url), "utf8");
/** The program with only this of its launches. */
const text = program.replace(/^ {2}run\((?!"order_matters").*\n/gm, "");

describe("a launch that hangs if its second copy lands first", () => {
  const [launch] = profileHost(text, h200).launches;
  const { landings, ...finding } = launch!.findings[0]!;

  it("carries that order: who has begun each copy, what it brings, when it lands, and who waits since when", () => {
    expect(landings).toMatchObject({
      copies: [
        { copy: 2, thread: [0, 0, 0], block: [0, 0, 0], bytes: 256, where: "to `small`", begun: 2, landed: 4 },
        { copy: 1, thread: [0, 0, 0], block: [0, 0, 0], bytes: 32_768, where: "to `large`", begun: 1, landed: 5 },
      ],
      waits: 3,
      hangs: 5,
    });
    for (const copy of landings!.copies) expect(text.split("\n")[copy.line - 1]).toContain("cp.async.bulk.shared::cluster.global");
  });

  it("is drawn as a time line, and told event by event", () => {
    const picture = landingPicture({ ...finding, landings: landings! });
    expect(picture).toMatchObject({
      rows: [
        { copy: 1, what: "32,768 bytes to `large`", from: 0, to: 4 },
        { copy: 2, what: "256 bytes to `small`", from: 1, to: 3 },
      ],
      wait: { from: 2, to: 6 },
      hangs: 5,
      columns: 6,
      rest: undefined,
    });
    expect(picture.sentence).toContain("Copy 2 lands before copy 1.");
    expect(picture.events.map((event) => event.replace(/ \(line \d+\)$/, ""))).toEqual([
      "thread (0, 0, 0) of block (0, 0, 0) begins copy 1, 32,768 bytes to `large`",
      "thread (0, 0, 0) of block (0, 0, 0) begins copy 2, 256 bytes to `small`",
      "thread (0, 0, 0) of block (0, 0, 0) waits",
      "copy 2 lands",
      "copy 1 lands",
      "nothing is on its way any more, and the wait goes on",
    ]);
  });
});

it("leaves out copies that had landed before the order differs, and others beyond twelve rows, never the two that change places", () => {
  // Thirty copies begin one after another. The first ten land in turn, then the twelfth, then the others: the eleventh last.
  const order = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, ...Array.from({ length: 18 }, (_, i) => i + 13), 11];
  const landed = { line: 7, column: 3, thread: [0, 0, 0], block: [0, 0, 0], bytes: 16, where: "to `tile`" } as const;
  const landings: LandingReport = {
    copies: order.map((copy, at) => ({ ...landed, copy, begun: copy, landed: 32 + at })),
    waits: 31,
    hangs: 61,
  };
  const { rows, rest, hangs, columns } = landingPicture({ line: 9, landings });
  expect(rows.map(({ copy }) => copy)).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22]);
  expect(rest).toBe("18 more copies are left out.");
  expect([hangs, columns, rows[0]!.to, rows[1]!.to]).toEqual([25, 26, 24, 13]);
});
