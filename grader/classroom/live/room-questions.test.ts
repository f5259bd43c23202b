import { expect, test } from "vitest";
import { questionsOf } from "./room-questions.ts";

const page = (more: string): string => `<h1 id="_top" data-page-title>32 lanes <em>ask</em></h1>${more}
<exercise-cell class="exercise-cell" data-exercise="straight-copy"></exercise-cell>`;
const prediction = (attributes: string, question: string, answer = "<p>Still <b>32</b>.</p>"): string =>
  `<predict-first class="predict" data-unit="sectors" ${attributes}><div class="predict-question">${question}</div>
  <details><div class="predict-answer">${answer}</div></details></predict-first>`;

test("the questions of a built page are read with their numbers, their figures and their reasons", () => {
  const html = page(
    [
      prediction(
        'data-answer="32" data-within="0" data-shows="{&#34;figure&#34;:&#34;warp-to-memory&#34;,&#34;stride&#34;:16}"',
        "<p>Lane <em>i</em> reads\n<code>in[i]</code>. How many?</p>",
      ),
      prediction(
        'data-answer="2.14" data-within="0.15" data-shows="{&#34;cell&#34;:&#34;two-places&#34;}"',
        '<p>At <span class="katex"><span class="katex-mathml"><math><mi>n</mi><annotation>n</annotation></math></span><span class="katex-html">n</span></span>?</p>',
        '<div class="table-frame"><table></table></div><p>First.</p><p>Second.</p>',
      ),
    ].join("\n"),
  );
  const path = "lessons/1-coalescing/00-thirty-two-lanes/";
  const common = { page: path, lesson: "32 lanes ask", unit: "sectors", isAssigned: true };
  expect(questionsOf(html, path, (id) => id === "straight-copy")).toEqual([
    {
      ...common,
      id: `${path}#0`,
      text: "Lane i reads `in[i]`. How many?",
      actual: 32,
      within: 0,
      reason: "Still 32.",
      figure: "embed/figures/warp-to-memory/#figure=warp-to-memory&stride=16",
    },
    { ...common, id: `${path}#1`, text: "At n?", actual: 2.14, within: 0.15, reason: "First. Second." },
  ]);
  expect(questionsOf(html, path, () => false).map(({ isAssigned }) => isAssigned)).toEqual([false, false]);
});
