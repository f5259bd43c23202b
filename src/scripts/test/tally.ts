import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { JSONReport, JSONReportSpec, JSONReportSuite } from "@playwright/test/reporter";
import type { JsonTestResults } from "vitest/node";
import { projectRoot } from "../astro.ts";

/** The counts of a stage. */
export interface Tally {
  readonly passed: number;
  /** The names of the failed tests, as the stage printed them, each with the beginning of why it failed. */
  readonly failures: readonly string[];
}

/** The tally of a report by Vitest. A file that could not be run counts as one failure. */
export function tallyVitest({ numPassedTests, testResults }: JsonTestResults): Tally {
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = path.relative(projectRoot, name);
    const failed = assertionResults
      .filter((test) => test.status === "failed")
      .map(({ fullName, failureMessages }) => withReason(`${file} › ${fullName}`, failureMessages?.[0]));
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
  return [
    ...failed.map((spec) => withReason([...titles, spec.title].join(" › "), reasonIn(spec))),
    ...suites.flatMap((suite) => failedSpecs(suite, titles)),
  ];
}

function reasonIn({ tests }: JSONReportSpec): string | undefined {
  return tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))[0]?.message;
}

/** So much of a reason is told again after all stages; the whole of it stands where the stage printed it. */
const REASON_LINES = 12;

function withReason(name: string, reason = ""): string {
  const lines = stripVTControlCharacters(reason)
    .split("\n")
    .filter((line) => line.trim() !== "");
  return [name, ...lines.slice(0, REASON_LINES).map((line) => `    ${line}`)].join("\n");
}
