import { XMLBuilder } from "fast-xml-parser";
import type { ClassHead } from "../grading/class-grades.ts";
import type { ExerciseGrade } from "../grading/exercise-grade.ts";
import type { ClassReport } from "./class-report.ts";
import { failureMessage, printable, studentName } from "./captions.ts";

const xml = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: "@", textNodeName: "#", format: true, suppressEmptyNode: true });

/**
 * A class as JUnit XML, as Jenkins' junit-10.xsd has it: one suite per student, one case per exercise. It has no times, because no grade
 * depends on one.
 */
export function junitXml({ assignment }: ClassHead): ClassReport {
  const name = xml.build({ testsuites: { "@name": oneLine(assignment.title), testsuite: "" } }) as string;
  return {
    start: `<?xml version="1.0" encoding="UTF-8"?>\n${/^<testsuites[^>]*>/.exec(name)?.[0] ?? ""}\n`,
    student({ student, exercises }) {
      const count = (...statuses: ExerciseGrade["status"][]) => exercises.filter(({ status }) => statuses.includes(status)).length;
      return xml.build({
        testsuite: {
          "@name": studentName(student),
          "@tests": exercises.length,
          "@failures": count("fail"),
          "@errors": count("error", "fault", "unread"),
          "@skipped": count("missing", "excused"),
          testcase: exercises.map((exercise) => ({
            "@classname": `${assignment.id}.${exercise.exercise}`,
            "@name": exercise.exercise,
            ...outcomeOf(exercise),
          })),
        },
      }) as string;
    },
    end: () => "</testsuites>\n",
  };
}

function outcomeOf(grade: ExerciseGrade): object {
  const message = failureMessage(grade) ?? "";
  const said = (type: string): object => ({ "@message": oneLine(message), "@type": type });
  switch (grade.status) {
    case "pass":
      return {};
    case "fail":
      return { failure: said("fail") };
    case "error":
      return { error: said(grade.result?.status === "error" ? grade.result.error.kind : "error") };
    case "fault":
    case "unread":
      return { error: said(grade.status) };
    case "excused":
    case "missing":
      return { skipped: { "@message": oneLine(message) } };
  }
}

/** An attribute has no line breaks: a reader of XML would make blanks of them. */
const oneLine = (text: string): string => printable(text).replaceAll("\n", " · ");
