import { expect, test } from "vitest";
import { requestFault, requestOf, type WarpRequest } from "#simulator";
import { renderToString } from "preact-render-to-string";
import { h } from "preact";
import { faultCaption, faultLines } from "./fault-picture.ts";
import { RequestPicture, pictureCaption } from "./request-drawing.ts";

const array = { bytesPerElement: 4, length: 1000 };
const drawn = (index: (lane: number) => number, elementsPerLane: number) => {
  const indexes = Int32Array.from({ length: 32 }, (_, lane) => index(lane));
  const shape = { space: "global", op: "load", bytesPerLane: (4 * elementsPerLane) as WarpRequest["bytesPerLane"] } as const;
  return { request: requestOf(shape, 4, indexes), fault: requestFault(indexes, { ...array, elementsPerLane }) };
};

test.each<[string, (lane: number) => number, number, readonly number[], string]>([
  ["float4 one element too far", (lane) => 4 * lane + 1, 4, [0, 1, 2, 3, 4], "Lanes 0–31 are misaligned: 16 B start at a multiple of 16."],
  ["24 lanes beyond the end", (lane) => 992 + lane, 1, [31], "Lanes 8–31 are outside the array, which has 4,000 B."],
  ["before the start", (lane) => lane - 2, 1, [-1, 0], "Lanes 0–1 are outside the array, which has 4,000 B."],
])("%s: every lane is drawn where it wanted to go", (_, index, elementsPerLane, lines, says) => {
  const { request, fault } = drawn(index, elementsPerLane);
  expect(fault && faultLines(request, fault).map(({ number }) => number)).toEqual(lines);
  const bytes =
    fault &&
    faultLines(request, fault)
      .flatMap(({ spans }) => spans)
      .reduce((sum, span) => sum + span.bytes, 0);
  expect(bytes).toBe(32 * 4 * elementsPerLane);
  expect(fault && faultCaption(request, fault).replaceAll(/\s/g, " ")).toMatch(
    new RegExp(`^${says.replaceAll(".", String.raw`\.`)} .* nothing of (?:it|this load) is counted\.$`),
  );
  expect(pictureCaption({ access: "read", array: "in", request, lanes: [], ...(fault && { fault }) })).not.toContain("Efficiency");
});

test("a request that a GPU carries out has no fault", () => {
  expect(drawn((lane) => 4 * lane, 4).fault).toBeUndefined();
  expect(drawn((lane) => 968 + lane, 1).fault).toBeUndefined();
});

test("a strip has the first three lines with a fault, and says how many more there are", () => {
  // Rows of 120 bytes: every second one is misaligned. The first two lines are in order.
  const { request, fault } = drawn((lane) => (lane < 16 ? 4 * (lane % 16) : 30 * (lane - 14)), 4);
  const linesOf = (isStrip: boolean): { readonly rules: number; readonly height: number; readonly more: string | undefined } => {
    const svg = renderToString(
      h(RequestPicture, { drawn: { access: "read", array: "in", request, lanes: [], ...(fault && { fault }) }, id: "p", isStrip }),
    );
    return {
      rules: svg.match(/class="line-rule"/g)?.length ?? 0,
      height: Number(/ height="(\d+)"/.exec(svg)?.[1]),
      more: /and (\d+) more lines/.exec(svg)?.[0],
    };
  };
  const lines = fault ? faultLines(request, fault).length : 0;
  expect(linesOf(false)).toMatchObject({ rules: 12 });
  expect(linesOf(true)).toMatchObject({ rules: 3, more: `and ${lines - 3} more lines` });
  expect(linesOf(true).height).toBeLessThan(200);
});
