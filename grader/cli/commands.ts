import type { Command } from "commander";

/** The commands, in the order of the help. Each is loaded, with its libraries, when it is called. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  analyze: async () => (await import("./analyze.ts")).analyzeCommand(),
  profile: async () => (await import("./profile.ts")).profileCommand(),
  mcp: async () => (await import("./mcp.ts")).mcpCommand(),
  grade: async () => (await import("./grade.ts")).gradeCommand(),
  merge: async () => (await import("./merge.ts")).mergeCommand(),
  regrade: async () => (await import("./regrade.ts")).regradeCommand(),
  feedback: async () => (await import("./feedback.ts")).feedbackCommand(),
  term: async () => (await import("./term.ts")).termCommand(),
  check: async () => (await import("./check.ts")).checkCommand(),
  new: async () => (await import("./new.ts")).newCommand(),
  assignment: async () => (await import("./assignment.ts")).assignmentCommand(),
  hardware: async () => (await import("./hardware/hardware.ts")).hardwareCommand(),
  schema: async () => (await import("./schema.ts")).schemaCommand(),
  autograde: async () => (await import("./autograde.ts")).autogradeCommand(),
  live: async () => (await import("./live.ts")).liveCommand(),
  package: async () => (await import("./package.ts")).packageCommand(),
};
