import { mkdir } from "node:fs/promises";
import path from "node:path";
import { Command, InvalidArgumentError } from "commander";
import writeFileAtomic from "write-file-atomic";
import { readAssignedCourse } from "#classroom/assignment/assigned-course.ts";
import { InputError } from "#classroom/assignment/input-error.ts";
import { courseRoot } from "#kit/installation.ts";
import { pluralize } from "#pictures/format.ts";
import { say, warn } from "./terminal.ts";
import { addExercisesOption, readInputFile } from "./usage.ts";

interface LiveOptions {
  readonly port: number;
  readonly host: string;
  readonly site: string;
  readonly keep?: string;
}

export function liveCommand(): Command {
  return addExercisesOption(new Command("live"))
    .description("Serves the course to a room: a class joins with a code, and the projector shows what it predicts and where it errs.")
    .argument("<assignment>", "the assignment's file, week-1.yaml say: its exercises and their lessons are the week's")
    .option("--port <port>", "where to listen", portNumber, 4322)
    .option("--host <address>", "the address to listen at; all of this machine's if it is left out", "0.0.0.0")
    .option("--site <folder>", "the built course", path.join(courseRoot, "dist"))
    .option("--keep <file>", "write the counts there at the end, as .json or .csv")
    .addHelpText(
      "after",
      `
Students open the address that it prints, or follow the QR code on the projector, and type the join code. The course works as ever;
what they predict and how their answers are judged is counted, without names. The projector's address is for you alone: whoever has
it drives the projector.

Nothing leaves the room, and nothing is kept but the counts, if you say --keep. Ctrl+C ends the counting: the course stays until you
press it again, so that students can save their work, which is in their browsers under this address only.

The course is served from dist/, which npm run build makes in a clone. The installed command has none: name one with --site.

Examples:
  coalesce live week-1.yaml
  coalesce live week-1.yaml --port 8080 --keep live-week-1.csv
  coalesce live week-1.yaml --site ~/coalesce/dist

Exit codes: 0 ended · 2 usage, or nothing can listen there`,
    )
    .action(live);
}

async function live(file: string, { port, host, site: folder, keep }: LiveOptions): Promise<void> {
  if (keep !== undefined && !/\.(json|csv)$/i.test(keep))
    throw new InputError(`--keep ${keep}: the counts are written as .json or as .csv`);
  if (keep !== undefined) await mkdir(path.dirname(keep), { recursive: true });
  const { assignment, folders } = await readAssignedCourse(await readInputFile(file), file);
  const [{ LiveServer }, { Room }, { RoomSite }, { readQuestions }, { roomAddresses }, { listening }] = await Promise.all([
    import("#classroom/live/live-server.ts"),
    import("#classroom/live/room.ts"),
    import("#classroom/live/room-site.ts"),
    import("#classroom/live/room-questions.ts"),
    import("#classroom/live/addresses.ts"),
    import("#classroom/live/static-server.ts"),
  ]);
  const site = new RoomSite(folder);
  const questions = await readQuestions(
    folder,
    folders.map(({ exercise }) => exercise.id),
  );
  const room = new Room({ title: assignment.title, questions, exercises: folders.map(({ exercise }) => exercise) });
  const isEverywhere = host === "0.0.0.0" || host === "::";
  const addressOf = (name: string): string => `http://${name.includes(":") ? `[${name}]` : name}:${port}${site.base}`;
  const addresses = (): string[] => {
    const found = isEverywhere ? roomAddresses() : [host];
    return (found.length > 0 ? found : ["localhost"]).map(addressOf);
  };
  const server = new LiveServer({ room, site, addresses, ...(!isEverywhere && { hosts: [host.toLowerCase()] }) });
  await listening(server.server, port, host).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === "EADDRINUSE" ? `port ${port} is taken; choose another with --port ${port + 1}` : error.message;
    throw new InputError(`the room cannot be opened at ${host}: ${reason}`);
  });
  const interruptions = new Interruptions();
  say(
    [
      `${assignment.title}: ${pluralize(questions.filter(({ isAssigned }) => isAssigned).length, "prediction")} and ${pluralize(folders.length, "exercise")} of the week`,
      "",
      `  Students     ${addresses().join("  or  ")}`,
      `  Join code    ${server.code}`,
      `  Projector    ${addressOf(isEverywhere ? "localhost" : host)}live/projector/#${server.key}`,
      "",
      "The projector’s address is for you alone. Ctrl+C ends the counting.",
      "",
    ].join("\n"),
  );
  await interruptions.next();
  room.end();
  await keepCounts();
  server.end();
  warn("The counting has ended. Students can still save their work (“My work”); Ctrl+C again stops serving the course.\n");
  await interruptions.next();
  await server.close();

  async function keepCounts(): Promise<void> {
    if (keep === undefined) return;
    const { countsCsv, countsOf } = await import("#classroom/live/room-counts.ts");
    const counts = countsOf(room, assignment.id, new Date().toLocaleDateString("sv-SE"));
    const text = /\.csv$/i.test(keep) ? countsCsv(counts) : `${JSON.stringify(counts, undefined, 2)}\n`;
    await writeFileAtomic(keep, text);
    say(`${keep}: the counts of ${pluralize(counts.browsers, "browser")}\n`);
  }
}

/** npm forwards the terminal's signal to the command as well: two signals at once are one press of the keys. */
const SAME_PRESS_MS = 700;

/** Waits for Ctrl+C, several times. SIGTERM ends the waiting. */
class Interruptions {
  #last = -Infinity;
  #isTerminated = false;
  #resolve: (() => void) | undefined;

  constructor() {
    process.on("SIGINT", () => this.#press());
    process.on("SIGTERM", () => {
      this.#isTerminated = true;
      this.#resolve?.();
    });
  }

  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
      if (this.#isTerminated) resolve();
    });
  }

  #press(): void {
    const now = performance.now();
    if (now - this.#last < SAME_PRESS_MS) return;
    this.#last = now;
    this.#resolve?.();
  }
}

function portNumber(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port > 0 && port < 65536) return port;
  throw new InvalidArgumentError("It is a number from 1 to 65535.");
}
