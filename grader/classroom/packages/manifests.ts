import { XMLBuilder } from "fast-xml-parser";
import type { PublicAssignment } from "../assignment/assignment.ts";
import { InputError } from "../assignment/input-error.ts";

/** The score at which an LMS counts the assignment as passed, on the only scale of SCORM 1.2: 0 to 100. */
export const MASTERY_SCORE = 100;

/** Characters, by imscp_rootv1p1p2.xsd. */
const LONGEST_TITLE = 200;

/** An XML element: an attribute's key is "@" and its name, a child element's key is its name, and the key of the text is "#text". */
interface XmlElement {
  readonly [name: string]: string | XmlElement | readonly XmlElement[];
}

/**
 * `imsmanifest.xml`: one organization of one item, the page, which is one SCO ("sharable content object", a page that communicates
 * with the LMS). Source: SCORM 1.2 Content Aggregation Model, 2.3.
 *
 * @param files paths of all other files of the package.
 * @throws InputError for a title that is too long for SCORM
 */
export function scorm12Manifest({ id, title }: PublicAssignment, files: readonly string[]): string {
  const { length } = [...title];
  if (length > LONGEST_TITLE)
    throw new InputError(
      `the title of ${id} has ${length} characters, and SCORM 1.2 allows ${LONGEST_TITLE}: shorten it, or make a cmi5 package`,
    );
  // An xs:ID starts with a letter, but an assignment's id may start with a digit.
  const organization = `assignment-${id}`;
  return xmlDocument({
    manifest: {
      "@identifier": `coalesce-${id}`,
      "@version": "1.2",
      "@xmlns": "http://www.imsproject.org/xsd/imscp_rootv1p1p2",
      "@xmlns:adlcp": "http://www.adlnet.org/xsd/adlcp_rootv1p2",
      "@xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
      "@xsi:schemaLocation":
        "http://www.imsproject.org/xsd/imscp_rootv1p1p2 imscp_rootv1p1p2.xsd http://www.adlnet.org/xsd/adlcp_rootv1p2 adlcp_rootv1p2.xsd",
      metadata: { schema: "ADL SCORM", schemaversion: "1.2" },
      organizations: {
        "@default": organization,
        organization: {
          "@identifier": organization,
          title,
          item: { "@identifier": "exercises", "@identifierref": "page", title, "adlcp:masteryscore": String(MASTERY_SCORE) },
        },
      },
      resources: {
        resource: {
          "@identifier": "page",
          "@type": "webcontent",
          "@adlcp:scormtype": "sco",
          "@href": "index.html",
          file: files.map((href) => ({ "@href": href })),
        },
      },
    },
  });
}

/**
 * `cmi5.xml`: a course of one assignable unit (AU), the page. A student completes it by trying every exercise, and passes it by passing
 * all of them. Source: cmi5 specification, 13 (course structure).
 */
export function cmi5Course({ id, title, exercises }: PublicAssignment): string {
  const inEnglish = (text: string): XmlElement => ({ langstring: { "@lang": "en", "#text": text } });
  const description = inEnglish(`Exercises on GPU memory access: ${exercises.length}.`);
  const course = `urn:coalesce:assignment:${id}`;
  return xmlDocument({
    courseStructure: {
      "@xmlns": "https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd",
      course: { "@id": course, title: inEnglish(title), description },
      au: {
        "@id": `${course}:exercises`,
        "@moveOn": "Completed",
        "@masteryScore": "1.0",
        "@launchMethod": "AnyWindow",
        title: inEnglish(title),
        description,
        url: "index.html",
      },
    },
  });
}

function xmlDocument(root: XmlElement): string {
  const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: "@", suppressBooleanAttributes: false });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build(root)}\n`;
}
