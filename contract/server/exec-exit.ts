// How `gatehouse exec` ends where it is not its command that ended it. Part of the stable interface.

/** It reached a limit: of time, or of what it wrote. */
export const LIMIT_REACHED = 124
/** Gatehouse did not run it, or could not let it end. */
export const NOT_RUN = 125
