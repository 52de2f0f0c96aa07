// How a process of another agent is named.

/** A number alone would not name it for long. */
export type Process = { readonly pid: number; readonly started: string }
