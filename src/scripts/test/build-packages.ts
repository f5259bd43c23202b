// Builds the page that packages are cut from, unless it is there: the tests of both standards need it, and would each build it.
import { packageSite } from "#classroom/packages/site.ts";

await packageSite();
