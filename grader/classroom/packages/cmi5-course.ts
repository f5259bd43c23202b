import type { PublicAssignment } from "../assignment/public-copy.ts";
import { xml, xmlDocument } from "./xml.ts";

/**
 * `cmi5.xml`: a course of one assignable unit (AU), the page. It is satisfied when every exercise was tried; passed is who
 * passes all of them. Source: cmi5 specification, 13 (course structure).
 */
export function cmi5Course({ id, title, exercises }: PublicAssignment): string {
  const text = (words: string) => xml("langstring", { lang: "en" }, words);
  const description = `Exercises on GPU memory access: ${exercises.length}.`;
  const course = `urn:coalesce:assignment:${id}`;
  return xmlDocument(
    xml(
      "courseStructure",
      { xmlns: "https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd" },
      xml("course", { id: course }, xml("title", {}, text(title)), xml("description", {}, text(description))),
      xml(
        "au",
        { id: `${course}:exercises`, moveOn: "Completed", masteryScore: "1.0", launchMethod: "AnyWindow" },
        xml("title", {}, text(title)),
        xml("description", {}, text(description)),
        xml("url", {}, "index.html"),
      ),
    ),
  );
}
