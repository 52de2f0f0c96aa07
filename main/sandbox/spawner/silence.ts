// How long a helper may say nothing of a job. One that is silent for longer is given up.

export type Silence = {
  /** From now on word of the job is due within so many milliseconds; replaces what was due before. */
  expect(id: number, ms: number): void
  /** Nothing is due of it any more. */
  answered(id: number): void
  /** Nothing is due of any. */
  clear(): void
}

/** @param late called for each job of which no word came in time. */
export function openSilence(late: () => void): Silence {
  const timers = new Map<number, NodeJS.Timeout>()
  const answered = (id: number): void => {
    clearTimeout(timers.get(id))
    timers.delete(id)
  }
  return {
    expect(id, ms) {
      clearTimeout(timers.get(id))
      timers.set(id, setTimeout(late, ms).unref())
    },
    answered,
    clear() {
      for (const id of [...timers.keys()]) answered(id)
    },
  }
}
