import type { AssignedFolder } from "#classroom/grading/assigned-folder.ts";
import { hiddenSeeds } from "#classroom/assignment/hidden-seeds.ts";
import type { Assignment } from "#classroom/assignment/assignment.ts";
import { wrongSources } from "#kit/folder.ts";
import type { GradeResult } from "#judge/result.ts";
import { grade } from "#judge/grade.ts";
import type { ShareOf } from "./expected-row.ts";
import type { KnownAnswer } from "./known-answer.ts";

/** Judges in this process, one answer after the other, and each text once: no store, no sandbox, no neighbour. */
export class JudgedHere {
  readonly #folders: ReadonlyMap<string, AssignedFolder>;
  readonly #assignment: Assignment;
  readonly #results = new Map<string, GradeResult>();

  constructor(folders: readonly AssignedFolder[], assignment: Assignment) {
    this.#folders = new Map(folders.map((folder) => [folder.assigned.id, folder]));
    this.#assignment = assignment;
  }

  /** Of hostile answers, this must not be asked. */
  resultOf(id: string, source: string): GradeResult {
    const key = JSON.stringify([id, source]);
    const known = this.#results.get(key) ?? this.#judge(id, source);
    this.#results.set(key, known);
    return known;
  }

  readonly shareOf: ShareOf = ({ exercise, worth, plain }: KnownAnswer): number => {
    if (worth === "nothing") return 0;
    return worth === "all" ? 1 : this.judgedShareOf(exercise, plain);
  };

  judgedShareOf(id: string, source: string): number {
    const result = this.resultOf(id, source);
    return result.status === "pass" || result.status === "fail" ? result.score / result.maxScore : 0;
  }

  #judge(id: string, source: string): GradeResult {
    const folder = this.#folders.get(id);
    if (!folder) throw new Error(`${id} is not assigned`);
    const { exercise, version, files } = folder;
    const job = {
      exercise: id,
      exerciseVersion: version,
      source,
      wrongSources: wrongSources(files),
      hiddenSeeds: hiddenSeeds(this.#assignment, id),
    };
    return grade(job, exercise, () => undefined);
  }
}
