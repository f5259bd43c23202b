import path from "node:path";
import type { JSONReport, JSONReportSuite } from "@playwright/test/reporter";
import type { JsonTestResults } from "vitest/node";
import { projectRoot } from "../astro.ts";

/** The counts of a stage. */
export interface Tally {
  readonly passed: number;
  /** The names of the failed tests, as the stage printed them. */
  readonly failures: readonly string[];
}

/** The tally of a report by Vitest. A file that could not be run counts as one failure. */
export function tallyVitest({ numPassedTests, testResults }: JsonTestResults): Tally {
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = path.relative(projectRoot, name);
    const failed = assertionResults.filter((test) => test.status === "failed").map(({ fullName }) => `${file} › ${fullName}`);
    return status === "failed" && failed.length === 0 ? [file] : failed;
  });
  return { passed: numPassedTests, failures };
}

/** The tally of a report by Playwright. Errors outside of tests count as failures too. */
export function tallyPlaywright({ suites, errors, stats }: JSONReport): Tally {
  const failures = suites.flatMap((suite) => failedSpecs(suite, []));
  return { passed: stats.expected, failures: [...failures, ...errors.map(({ message }) => message ?? "an error without a message")] };
}

function failedSpecs({ title, specs, suites = [] }: JSONReportSuite, above: readonly string[]): string[] {
  const titles = [...above, title];
  const failed = specs.filter(({ tests }) => tests.some(({ status }) => status === "unexpected" || status === "flaky"));
  return [...failed.map((spec) => [...titles, spec.title].join(" › ")), ...suites.flatMap((suite) => failedSpecs(suite, titles))];
}
