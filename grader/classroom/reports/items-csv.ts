import { percent } from "./captions.ts";
import type { ClassOutcomes } from "./class-outcomes.ts";
import { exerciseStatistics, misconceptions } from "./class-statistics.ts";
import { csvFile } from "./csv-text.ts";

const COLUMNS = [
  "assignment",
  "exercise",
  "version",
  "hidden_draw",
  "max_points",
  "judged",
  "passed",
  "open",
  "mean_points",
  "difficulty",
  "discrimination",
  "misconceptions",
];

/**
 * The results of each exercise in a class, one row each. Files of several classes and years can be put below each other: a row names its
 * assignment and the version of the exercise. `difficulty` is the mean share of the points, 0 to 1, so that an easy exercise has a high
 * one; `discrimination` the correlation with the other exercises. `misconceptions` has the share of the judged answers that show each.
 */
export function itemsCsv(grades: ClassOutcomes): string {
  const found = misconceptions(grades);
  const rows = exerciseStatistics(grades).map(({ id, maxPoints, judged, passed, waiting, meanPoints, discrimination }) => {
    const { version = "", hiddenDraw = "" } = grades.exercises.find((exercise) => exercise.id === id) ?? {};
    const own = found.filter(({ exercise }) => exercise === id);
    return [
      grades.assignment.id,
      id,
      version,
      hiddenDraw,
      String(maxPoints),
      String(judged),
      String(passed),
      String(waiting),
      meanPoints?.toFixed(2) ?? "",
      meanPoints === undefined || maxPoints === 0 ? "" : (meanPoints / maxPoints).toFixed(3),
      discrimination?.toFixed(3) ?? "",
      own.map(({ diagnosis, students }) => `${diagnosis.id} ${percent(students.length / judged)}`).join("; "),
    ];
  });
  return csvFile([COLUMNS, ...rows]);
}
