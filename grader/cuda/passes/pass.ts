import type { Analyses } from "../analysis/analyses.ts";
import type { Program } from "../ir/program.ts";

/** An analysis by its name: a getter of `Analyses`. */
export type AnalysisName = Exclude<keyof Analyses, "program" | "laneShapes">;

/** A program → a program that does the same. It calls no other pass, and asks for no analysis that it doesn't name. */
export interface Pass<Needs extends AnalysisName = AnalysisName> {
  /** Its file's name, and that of its sample. */
  readonly name: string;
  readonly needs: readonly Needs[];
  /** Whether it runs, too, where the accesses of the text are to stay: it only says how they are made. */
  readonly isLowering?: true;
  /** @param analyses of the program as it is before the pass */
  readonly run: (program: Program, analyses: Pick<Analyses, Needs>) => Program;
}
