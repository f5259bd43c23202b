// npm run dev: serves the course and follows the files as they are edited. PORT and HOST choose where.
import { astro, endTogether, exitCode } from "./astro.ts";

const server = astro("dev", "--ignore-lock", "--host", process.env.HOST ?? "127.0.0.1", "--port", process.env.PORT ?? "4321");
endTogether(server);
process.exitCode = await exitCode(server);
