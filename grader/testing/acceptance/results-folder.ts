import { copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "csv-parse/sync";
import type { ClassGrades } from "#classroom/grading/class-grades.ts";
import type { Manifest } from "#classroom/grading/manifest.ts";
import type { ExpectedRow } from "./expected.ts";

/** A folder of results, for tests to read. */
export class ResultsFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  text(file: string): Promise<string> {
    return readFile(path.join(this.#folder, file), "utf8");
  }

  async grades(): Promise<ClassGrades> {
    return JSON.parse(await this.text("class.json")) as ClassGrades;
  }

  /** In the manifest's order. */
  async tasks(): Promise<Manifest["tasks"]> {
    return (JSON.parse(await this.text("manifest.json")) as Manifest).tasks;
  }

  /** The lines of a CSV file, by its columns. The quote that keeps spreadsheets from running an id as a formula is removed. */
  async table(file: string): Promise<(Record<string, string> & { readonly student_id: string })[]> {
    const rows = parse(await this.text(file), { columns: true, bom: true }) as Record<string, string>[];
    return rows.map((row) => ({ ...row, student_id: (row.student_id ?? "").replace(/^'(?==)/, "") }));
  }

  /** The rows of the gradebook by the student's id. */
  async gradebook(exercises: readonly string[]): Promise<Map<string, ExpectedRow>> {
    const rows = (await this.table("gradebook.csv")).map((row) => ({
      id: row.student_id,
      name: row.last_name ?? "",
      exercises: exercises.map((exercise) => Number(row[exercise])),
      points: Number(row.raw_score),
      score: Number(row.score),
    }));
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** How many verdicts the folder has at the moment. */
  verdicts(): number {
    const answers = path.join(this.#folder, "answers");
    if (!existsSync(answers)) return 0;
    return readdirSync(answers, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json")).length;
  }

  /** Copies verdicts from other results, so that only the remaining answers have to be judged. */
  takeVerdicts(keys: readonly string[], from: ResultsFolder): void {
    for (const key of keys) {
      mkdirSync(path.dirname(this.#verdictFile(key)), { recursive: true });
      copyFileSync(from.#verdictFile(key), this.#verdictFile(key));
    }
  }

  #verdictFile(key: string): string {
    return path.join(this.#folder, "answers", key.slice(0, 2), `${key}.json`);
  }
}
