// Starts the command line's sandbox: a child process that performs one request at a time. The modules loaded here keep their addresses;
// none of them runs while an answer does.
import { courseRoot, packedCourse } from "#kit/installation.ts";
import { useOwnExercises } from "#kit/own-exercises.ts";
import { useNeutralAddresses } from "./node-addresses.ts";

/** The instructor's own folder of exercises, if there is one, and the names of the exercises in it. */
const [ownRoot, ...ownIds] = process.argv.slice(2);
if (ownRoot !== undefined) useOwnExercises(ownRoot);

useNeutralAddresses([
  ...(ownRoot === undefined ? [] : [{ folder: ownRoot, scheme: "own-exercises:" }]),
  // A package's modules got their addresses, without its folder, when it was made.
  ...(packedCourse ? [] : [{ folder: courseRoot, scheme: "coalesce:" }]),
]);

const { performRequests } = await import("./node-requests.ts");
performRequests(ownRoot, ownIds);
