import type { APIRoute, GetStaticPaths } from "astro";
import { programs } from "#components/programs/programs.ts";

export const getStaticPaths = (() =>
  programs.map(({ file, source }) => ({ params: { file }, props: { source } }))) satisfies GetStaticPaths;

/** The text of a program, as a file to download. */
export const GET: APIRoute<{ source: string }> = ({ props }) =>
  new Response(props.source, { headers: { "content-type": "text/plain; charset=utf-8" } });
