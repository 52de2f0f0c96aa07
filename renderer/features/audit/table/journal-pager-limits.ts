// How much of the journal the list keeps, and how it paces its questions.
/** Rows kept in memory. */
export const MOST_RETAINED = 1_000
export const AGAIN_MS = 250
export const MOST_FRESH = 400
export const UNDER_WAY = 3
/** Rows read beyond those that are drawn, so that they are there when they come in sight. */
export const AHEAD = 20
/** What flies past is not read, but for a look now and then. */
export const FLIGHT_MS = 100
export const COUNT_PAUSE_MS = 15
/** A read that failed is not tried again at once: what is broken would be asked without end. */
export const AFTER_FAILURE_MS = 2_000
/** In a flood the newest rows are shown, and counting waits until nothing was added for so long. */
export const CALM_MS = 1_000
/** Newer rows are counted up to here. */
export const MOST_NEWER = 1_000
