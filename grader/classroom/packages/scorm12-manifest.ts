import type { PublicAssignment } from "../assignment/public-copy.ts";
import { xml, xmlDocument } from "./xml.ts";

/** The score, 0 to 100, from which an LMS counts the assignment as passed: SCORM 1.2 knows no other scale. */
export const MASTERY_SCORE = 100;

const namespaces = {
  xmlns: "http://www.imsproject.org/xsd/imscp_rootv1p1p2",
  "xmlns:adlcp": "http://www.adlnet.org/xsd/adlcp_rootv1p2",
  "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
  "xsi:schemaLocation":
    "http://www.imsproject.org/xsd/imscp_rootv1p1p2 imscp_rootv1p1p2.xsd http://www.adlnet.org/xsd/adlcp_rootv1p2 adlcp_rootv1p2.xsd",
};

/**
 * `imsmanifest.xml`: one organization of one item, the page, which is one SCO ("sharable content object", a page that speaks
 * with the LMS). Source: SCORM 1.2 Content Aggregation Model, 2.3.
 *
 * @param files paths of all other files of the package.
 */
export function scorm12Manifest({ id, title }: PublicAssignment, files: readonly string[]): string {
  // An xs:ID begins with a letter, an assignment's id perhaps with a digit.
  const organization = `assignment-${id}`;
  return xmlDocument(
    xml(
      "manifest",
      { identifier: `coalesce-${id}`, version: "1.2", ...namespaces },
      xml("metadata", {}, xml("schema", {}, "ADL SCORM"), xml("schemaversion", {}, "1.2")),
      xml(
        "organizations",
        { default: organization },
        xml(
          "organization",
          { identifier: organization },
          xml("title", {}, title),
          xml(
            "item",
            { identifier: "exercises", identifierref: "page" },
            xml("title", {}, title),
            xml("adlcp:masteryscore", {}, String(MASTERY_SCORE)),
          ),
        ),
      ),
      xml(
        "resources",
        {},
        xml(
          "resource",
          { identifier: "page", type: "webcontent", "adlcp:scormtype": "sco", href: "index.html" },
          ...files.map((href) => xml("file", { href })),
        ),
      ),
    ),
  );
}
