import path from "node:path";
import type { JSONReport, JSONReportSuite } from "@playwright/test/reporter";
import type { JsonTestResults } from "vitest/node";
import { projectRoot } from "../astro.ts";

/** What a stage adds to the sums. */
export interface Tally {
  readonly passed: number;
  /** What failed, by the names under which the stage printed it. */
  readonly failures: readonly string[];
}

/** Of the tests in a report of Vitest. A file that could not be run is one failure. */
export function tallyVitest({ numPassedTests, testResults }: JsonTestResults): Tally {
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = path.relative(projectRoot, name);
    const failed = assertionResults.filter((test) => test.status === "failed").map(({ fullName }) => `${file} › ${fullName}`);
    return status === "failed" && failed.length === 0 ? [file] : failed;
  });
  return { passed: numPassedTests, failures };
}

/** Of the tests in a report of Playwright. Whatever went wrong outside of them counts as well. */
export function tallyPlaywright({ suites, errors, stats }: JSONReport): Tally {
  const failures = suites.flatMap((suite) => failedSpecs(suite, []));
  return { passed: stats.expected, failures: [...failures, ...errors.map(({ message }) => message ?? "an error without a message")] };
}

function failedSpecs({ title, specs, suites = [] }: JSONReportSuite, above: readonly string[]): string[] {
  const titles = [...above, title];
  const failed = specs.filter(({ tests }) => tests.some(({ status }) => status === "unexpected" || status === "flaky"));
  return [...failed.map((spec) => [...titles, spec.title].join(" › ")), ...suites.flatMap((suite) => failedSpecs(suite, titles))];
}
