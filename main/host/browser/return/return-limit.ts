// How often pages may ask to come back. Each costs two signatures, and anybody on this machine can
// ask.

/** Conversations at once. */
const MOST_AT_ONCE = 16
/** Within a minute: thirty pages that ask every four seconds. */
const MOST_A_MINUTE = 450

export type ReturnLimit = {
  /** The way to say that it is over; null: too many. */
  begin(): (() => void) | null
}

/** `now`: monotonic, in milliseconds. */
export function openReturnLimit(now: () => number): ReturnLimit {
  let underWay = 0
  let since = now()
  let count = 0
  return {
    begin() {
      if (now() >= since + 60_000) {
        since = now()
        count = 0
      }
      if (underWay >= MOST_AT_ONCE || count >= MOST_A_MINUTE) return null
      underWay += 1
      count += 1
      return () => void (underWay -= 1)
    },
  }
}
