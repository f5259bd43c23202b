import path from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../astro.ts";
import { tallyPlaywright, tallyVitest } from "./tally.ts";

type VitestReport = Parameters<typeof tallyVitest>[0];
type PlaywrightReport = Parameters<typeof tallyPlaywright>[0];

describe("a report of Vitest", () => {
  const report = (testResults: object[], numPassedTests = 0) => ({ numPassedTests, testResults }) as VitestReport;
  const file = (status: string, assertionResults: object[]) => ({
    name: path.join(projectRoot, "grader", "a.test.ts"),
    status,
    assertionResults,
  });

  test("names the tests that failed, and their file", () => {
    const tests = [
      { status: "passed", fullName: "a warp coalesces" },
      { status: "failed", fullName: "a warp diverges" },
    ];
    expect(tallyVitest(report([file("failed", tests)], 1))).toEqual({
      passed: 1,
      failures: [`${path.join("grader", "a.test.ts")} › a warp diverges`],
    });
  });

  test("says why a test failed: how its reason begins", () => {
    const reason = ["\u001b[31mexpected 4 sectors\u001b[39m", "", "got 8", ...Array.from({ length: 40 }, () => "at a place")].join("\n");
    const tests = [{ status: "failed", fullName: "a warp coalesces", failureMessages: [reason] }];
    const [failure] = tallyVitest(report([file("failed", tests)])).failures;
    expect(failure?.split("\n").slice(1, 3)).toEqual(["    expected 4 sectors", "    got 8"]);
    expect(failure?.split("\n")).toHaveLength(13);
  });

  test("counts a file that could not be run", () => {
    expect(tallyVitest(report([file("failed", [])])).failures).toEqual([path.join("grader", "a.test.ts")]);
    expect(tallyVitest(report([file("failed", [{ status: "passed", fullName: "before the hook that broke" }])], 1)).failures).toHaveLength(
      1,
    );
  });
});

describe("a report of Playwright", () => {
  const spec = (title: string, status: string, errors: object[] = []) => ({ title, tests: [{ status, results: [{ errors }] }] });
  const report = (suites: object[], errors: object[] = []) => ({ suites, errors, stats: { expected: 7 } }) as unknown as PlaywrightReport;

  test("names the tests that failed, with all titles above them", () => {
    const suites = [
      {
        title: "a.e2e.ts",
        specs: [spec("right away", "unexpected")],
        suites: [{ title: "offline", specs: [spec("works", "expected"), spec("grades", "flaky"), spec("later", "skipped")] }],
      },
    ];
    expect(tallyPlaywright(report(suites))).toEqual({ passed: 7, failures: ["a.e2e.ts › right away", "a.e2e.ts › offline › grades"] });
  });

  test("says why a test failed", () => {
    const suites = [{ title: "a.e2e.ts", specs: [spec("draws", "unexpected", [{ message: "the page closed" }])] }];
    expect(tallyPlaywright(report(suites)).failures).toEqual(["a.e2e.ts › draws\n    the page closed"]);
  });

  test("counts what went wrong outside of the tests", () => {
    expect(tallyPlaywright(report([], [{ message: "the server did not start" }])).failures).toEqual(["the server did not start"]);
  });
});
