// How many bytes came while a server's lists were read: more than a bound is a fault of its own.
export type ListMeter = {
  count(bytes: number): void
  /** Counts from zero, for as long as `work` takes. */
  during<T>(work: () => Promise<T>): Promise<T>
}

export function openListMeter(most: number, fault: (what: string) => void): ListMeter {
  let listed: number | null = null
  return {
    count(bytes) {
      if (listed === null) return
      listed += bytes
      if (listed > most) fault(`lists more than ${most} bytes`)
    },
    async during(work) {
      listed = 0
      try {
        return await work()
      } finally {
        listed = null
      }
    },
  }
}
