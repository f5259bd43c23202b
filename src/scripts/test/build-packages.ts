// Builds the page that LMS packages are made from, unless it is cached: otherwise the tests of SCORM and cmi5 would each build it.
import { packageSite } from "#classroom/packages/site.ts";

await packageSite();
