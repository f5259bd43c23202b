/** What the fragment of an address begins with that holds a GPU's measurements. */
export const PROBE_PREFIX = "#gpu=";

/** The name of the database of what was measured: there is none before something is kept. */
export const PROBE_DATABASE = "coalesce-gpus";
