import { expect, test } from "vitest";
import { LessonTree } from "./lesson-tree.ts";
import { headingsOf, sentencesOf } from "./sentences.ts";

const page = new LessonTree(`A tile lies in banks. **cp.async** fills it: ask \`at\`.

## Past L1

All <Value>{32}</Value> lanes [read](../a/) it. Do they?

<Predict unit="lanes" actual={cost().lanes} because={[
  { text: "it is shared", right: true },
  { text: "it isn’t", reply: "Who has it?" },
]}>
  How many?
  <Fragment slot="answer">
    <Value>{1}</Value>. One has it.
  </Fragment>
</Predict>

<Keep>Copies _aren’t_ joined.</Keep>
`);

test("sentences are those that a page says in its own name, each below its heading", () => {
  expect(sentencesOf(page)).toEqual([
    { text: "A tile lies in banks.", section: "opening" },
    { text: "cp.async fills it: ask `at`.", section: "opening" },
    { text: "All … lanes read it.", section: "past-l1" },
    { text: "Do they?", section: "past-l1" },
    { text: "it is shared", section: "past-l1" },
    { text: "Who has it?", section: "past-l1" },
    { text: "How many?", section: "past-l1" },
    { text: "One has it.", section: "past-l1" },
    { text: "Copies aren’t joined.", section: "past-l1" },
  ]);
});

test("headings have the names that the page's address knows", () => {
  expect([...headingsOf(page)]).toEqual([["past-l1", "Past L1"]]);
});
