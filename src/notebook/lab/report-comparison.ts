import { batch, computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import type { LaunchComparison } from "#cuda/measured/compare-launch.ts";
import type { MeasuredLaunch } from "#cuda/measured/measured-launch.ts";
import { count } from "#pictures/format.ts";
import { reasonOf } from "../reason-of.ts";
import type { LabProfile } from "./profile.ts";

/** What reads reports: it comes when the first one is opened. */
type Reader = typeof import("./lab-report.ts");

/** A report that the learner has opened. */
interface OpenReport {
  /** The file's name; of a text that was pasted, what it is. */
  readonly name: string;
  readonly launches: readonly MeasuredLaunch[];
  readonly reader: Reader;
}

/** Larger files are refused before they are read. */
const MOST_BYTES = 256 * 2 ** 20;

/** The launch that is shown beside what a profiler measured of it. The report is read in this page and goes nowhere. */
export class ReportComparison {
  readonly report = signal<OpenReport | undefined>(undefined);
  /** The launch of the report that the learner has chosen; undefined: the one that is most like the launch that is shown. */
  readonly chosen = signal<number | undefined>(undefined);
  /** Why a file or text is no report. */
  readonly problem = signal<string | undefined>(undefined);
  readonly isReading = signal(false);
  /** Of the last run; a text says why there is none. */
  readonly comparison = computed((): LaunchComparison | string | undefined => {
    const { value: report } = this.report;
    const { value: profile } = this.#profile;
    if (report === undefined || profile === undefined) return undefined;
    try {
      return report.reader.comparedLaunch(profile, report.launches, this.chosen.value);
    } catch (error) {
      if (error instanceof report.reader.ReportError) return error.message;
      throw error;
    }
  });
  readonly #profile: ReadonlySignal<LabProfile | undefined>;
  /** Counts what was opened: what comes late is not shown. */
  #opened = 0;

  constructor(profile: ReadonlySignal<LabProfile | undefined>) {
    this.#profile = profile;
    // A choice is of one kernel: another one is matched anew.
    let kernel = "";
    effect(() => {
      const own = profile.value?.run.launch.kernel ?? kernel;
      if (own !== kernel) this.chosen.value = undefined;
      kernel = own;
    });
  }

  /** Opens a file, in the place of the report before. */
  async openFile(file: File): Promise<void> {
    if (file.size > MOST_BYTES) {
      this.problem.value = `${file.name} has ${count(file.size)} bytes: profile fewer launches, with ncu --launch-count or --kernel-name.`;
      return;
    }
    await this.#open(file.name, async () => new Uint8Array(await file.arrayBuffer()));
  }

  /** Opens what ncu printed. */
  async openText(text: string): Promise<void> {
    await this.#open("What was pasted", () => new TextEncoder().encode(text));
  }

  close(): void {
    this.#opened++;
    batch(() => {
      this.report.value = this.chosen.value = this.problem.value = undefined;
      this.isReading.value = false;
    });
  }

  /** The comparison in a few lines, for an assistant; empty if there is none. */
  brief(): string {
    const { value: report } = this.report;
    const { value: comparison } = this.comparison;
    return report === undefined || comparison === undefined || typeof comparison === "string"
      ? ""
      : report.reader.comparisonBrief(comparison, report.name);
  }

  async #open(name: string, bytes: () => Uint8Array | Promise<Uint8Array>): Promise<void> {
    this.close();
    const opened = this.#opened;
    this.isReading.value = true;
    let reader: Reader | undefined;
    try {
      reader = await import("./lab-report.ts");
      const launches = reader.readReport(await bytes());
      if (this.#opened === opened) this.report.value = { name, launches, reader };
    } catch (error) {
      if (this.#opened !== opened) return;
      this.problem.value =
        reader && error instanceof reader.ReportError
          ? `${name}: ${error.message}`
          : `${name} could not be read, which is our bug and not yours: ${reasonOf(error)}`;
    } finally {
      if (this.#opened === opened) this.isReading.value = false;
    }
  }
}
