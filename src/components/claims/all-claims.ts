import { parse } from "yaml";
import { claimsFile, type Claim } from "./claim.ts";

const files = import.meta.glob<string>("../../../content/claims/*.yaml", { eager: true, query: "?raw", import: "default" });

/** Every claim of the documents, part by part, in the order of its file: content/claims/<part>-….yaml. */
export const claims: readonly Claim[] = Object.entries(files)
  .sort(([a], [b]) => a.localeCompare(b))
  .flatMap(([file, text]) => {
    const part = Number(file.match(/(\d)[^/]*\.yaml$/)?.[1]);
    return claimsFile.parse(parse(text)).map((claim) => ({ ...claim, part, name: `${part}/${claim.id}` }));
  });

/** The claim of a name. */
export function claimNamed(name: string): Claim {
  const claim = claims.find((claim) => claim.name === name);
  if (!claim) throw new RangeError(`content/claims has no claim ${name}`);
  return claim;
}
