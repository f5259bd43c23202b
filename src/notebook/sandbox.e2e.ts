import { expect, test, type Browser, type Page } from "@playwright/test";
import { answerSource, readExerciseFolder, wrongSources } from "#kit/folder.ts";
import { adversarialAnswers } from "#testing/adversarial-answers.ts";
import { childProcess } from "#sandbox/host/node-transport.ts";
import { Sandbox } from "#sandbox/host/sandbox.ts";
import { resultJson } from "#judge/report/result-text.ts";
import type { GradeResult } from "#judge/result.ts";
import { CellPage } from "#browser/cell-page.ts";

const folder = await readExerciseFolder("straight-copy");
const sandbox = new Sandbox(childProcess);

/** The result on an answer as the command line prints it. */
async function nodeVerdict(source: string): Promise<string> {
  const job = {
    exercise: "straight-copy",
    exerciseVersion: folder.version,
    source,
    wrongSources: wrongSources(folder.files),
    isFollowed: true,
  };
  return resultJson(await sandbox.grade(job));
}

test.describe.configure({ mode: "serial" });
test.describe("adversarial answers, in the page", () => {
  let page: Page;
  let cell: CellPage;
  const requests: string[] = [];

  let isCrashed = false;

  async function openCell(browser: Browser): Promise<void> {
    // On a narrow screen the editor is the light one, which opens fast.
    page = await browser.newPage({ viewport: { width: 400, height: 800 } });
    isCrashed = false;
    page.on("crash", () => (isCrashed = true));
    cell = new CellPage(page, "straight-copy");
    await cell.visit();
    await cell.openEditor("light");
    await cell.grade();
    page.on("request", (request) => requests.push(request.url()));
  }

  test.beforeAll(({ browser }) => openCell(browser));

  // An answer that exhausts the memory crashes the process of its frame, never the page; Playwright gives up both.
  test.beforeEach(async ({ browser }) => {
    if (isCrashed) await openCell(browser);
  });

  test.afterAll(async () => {
    await sandbox.close();
    await page.close();
  });

  for (const { title, source, ends, isRepeatable } of adversarialAnswers) {
    test(`an answer that ${title}`, async () => {
      await cell.write(source);
      const start = Date.now();
      const [json, expected] = await Promise.all([cell.grade(), isRepeatable ? nodeVerdict(source) : undefined]);
      expect(Date.now() - start).toBeLessThan(10_000);
      const result = JSON.parse(json) as GradeResult;
      expect(ends).toContain(result.status === "error" ? result.error.kind : result.status);
      if (isRepeatable) expect(json).toBe(expected);
    });
  }

  for (const file of ["starter.ts", "solution.ts", "wrong/forgets-the-guard.ts", "wrong/reads-one-further.ts"]) {
    test(`after all of these, ${file} gets the same result as at the command line`, async () => {
      const source = answerSource(folder.files, file);
      await cell.write(source);
      expect(await cell.grade()).toBe(await nodeVerdict(source));
    });
  }

  test("nothing was fetched meanwhile except the frames of new sandboxes", () => {
    expect(requests.filter((url) => !url.startsWith("about:") && !url.startsWith("blob:"))).toEqual([]);
  });
});
