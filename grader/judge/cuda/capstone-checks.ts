/** Ids of the checks of a capstone besides its budgets, whose checks have the name of what they count. */
export const VALUES = "values";
export const FINDINGS = "findings";
