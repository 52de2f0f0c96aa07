// How often something may happen within a minute.
const MINUTE_MS = 60_000

export type Rate = {
  /** False: it would be once too often. Counts it otherwise. */
  take(key: string): boolean
}

/** @param monotonic in milliseconds */
export function openRate(
  most: { readonly each: number; readonly all: number },
  monotonic: () => number,
): Rate {
  const taken = new Map<string, readonly number[]>()
  let all: readonly number[] = []
  return {
    take(key) {
      const since = monotonic() - MINUTE_MS
      const own = (taken.get(key) ?? []).filter((at) => at > since)
      all = all.filter((at) => at > since)
      taken.set(key, own)
      if (own.length >= most.each || all.length >= most.all) return false
      taken.set(key, [...own, monotonic()])
      all = [...all, monotonic()]
      return true
    },
  }
}
