import { tallyPlaywright, tallyVitest, type Tally } from "./tally.ts";

/** One command. It counts as one, or, where it leaves a report, as the tests in it. */
export interface Stage {
  readonly title: string;
  /** A program of node_modules/.bin, and what it is told. */
  readonly command: readonly string[];
  readonly report?: Report;
  /** Title of an earlier stage without which this one makes no sense. */
  readonly needs?: string;
  /** What runs on the core that this stage leaves free, one after the other. */
  readonly beside?: readonly Stage[];
}

export interface Report {
  readonly file: string;
  /** Takes what is parsed from the file. */
  readonly tally: (parsed: never) => Tally;
}

const unitTests: Report = { file: ".cache/unit-tests.json", tally: tallyVitest };
const browserTests: Report = { file: ".cache/browser-tests.json", tally: tallyPlaywright };

/** Everything that must hold, in order. A stage that has nothing beside it uses all cores. */
export const stages: readonly Stage[] = [
  {
    title: "build",
    command: ["astro", "build"],
    beside: [
      { title: "build: packages", command: ["node", "src/scripts/test/build-packages.ts"] },
      { title: "format", command: ["prettier", "--check", "--log-level", "warn", "."] },
      { title: "lint", command: ["eslint", "--max-warnings", "0", "."] },
      { title: "lock file", command: ["node", "src/scripts/test/check-lock.ts"] },
      { title: "types: simulator", command: ["tsc", "--project", "grader/simulator"] },
      { title: "types: grader", command: ["tsc", "--project", "grader"] },
      { title: "types: exercises", command: ["tsc", "--project", "exercises"] },
    ],
  },
  {
    title: "unit and property tests, exercise contract",
    command: ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${unitTests.file}`],
    report: unitTests,
  },
  {
    title: "browser tests",
    command: ["playwright", "test", "--project=pages", "--workers=2"],
    report: browserTests,
    needs: "build",
  },
  {
    // They hold answers to a time limit, and so have a core to themselves.
    title: "browser tests: sandbox",
    command: ["playwright", "test", "--project=sandbox", "--workers=1"],
    report: browserTests,
    needs: "build",
    beside: [
      { title: "types: site", command: ["astro", "check", "--noSync", "--minimumFailingSeverity", "error"], needs: "build" },
      { title: "links", command: ["node", "src/scripts/test/check-links.ts"], needs: "build" },
    ],
  },
];
