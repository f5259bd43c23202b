import type { APIRoute, GetStaticPaths } from "astro";
import { programNamed, programs } from "#components/programs/programs.ts";

export const getStaticPaths = (() => programs.map(({ name }) => ({ params: { name } }))) satisfies GetStaticPaths;

/** The text of a program, as a file to download. */
export const GET: APIRoute = ({ params }) =>
  new Response(programNamed(params["name"] ?? "").source, { headers: { "content-type": "text/plain; charset=utf-8" } });
