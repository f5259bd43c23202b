import type { Exercise } from "#judge/exercise.ts";

const modules = import.meta.glob<Exercise>("../../../content/capstones/*/exercise.ts", { eager: true, import: "default" });

/** The capstones, part by part: the file system is the registry. */
export const allCapstones: readonly Exercise[] = Object.values(modules).toSorted((a, b) => a.part - b.part);

/** The path of a capstone's page below the course's base. */
export const capstonePage = (id: string): string => `capstones/${id}/`;
