import { renderToString } from "preact-render-to-string";
import { expect, test } from "vitest";
import { landingPicture } from "#cuda/profile/landing-order.ts";
import { LandingTimeLine } from "./landing-time-line.tsx";

test("a row for each copy ends where it lands, and the wait goes on into what hangs", () => {
  const landed = { line: 7, column: 3, thread: [0, 0, 0], block: [0, 0, 0] } as const;
  const copies = [
    { ...landed, copy: 2, bytes: 256, where: "to `small`", begun: 2, landed: 4 },
    { ...landed, copy: 1, bytes: 32_768, where: "to `large`", begun: 1, landed: 5 },
  ];
  const html = renderToString(<LandingTimeLine picture={landingPicture({ line: 9, landings: { copies, waits: 3, hangs: 5 } })} />);
  const ends = [...html.matchAll(/class="(under-way|waiting|hanging)" x="([\d.]+)%" y="\d+" width="([\d.]+)%"/g)].map(
    ([, name, x, width]) => [name, Math.round((Number(x) * 6) / 100), Math.round(((Number(x) + Number(width)) * 6) / 100)],
  );
  // Six columns: five events, and the time after them.
  expect(ends).toEqual([
    ["hanging", 5, 6],
    ["under-way", 0, 4],
    ["under-way", 1, 3],
    ["waiting", 2, 6],
  ]);
  expect(html).toMatch(/<svg class="banks"[^>]* role="img" aria-label="Copy 2 lands before copy 1\./);
  expect(html.match(/<li>/g)).toHaveLength(6);
  expect(html).toContain("256 bytes to <code>small</code> (line 7)");
});
