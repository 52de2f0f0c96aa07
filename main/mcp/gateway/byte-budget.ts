// How many bytes of calls may be in memory at once: what their results are expected to weigh. A
// call that finds no space waits; nothing is refused for it. One budget is behind all clients, and
// each client has one of its own before it.

export type ByteBudget = {
  /**
   * Resolves once there is room; the function gives it back, once. One call is always let through,
   * however large.
   */
  take(bytes: number): Promise<() => void>
  /** In use. */
  used(): number
}

type Waiter = {
  readonly bytes: number
  readonly go: (giveBack: () => void) => void
  passed: number
}

/** A large call is not held up for ever by small ones that still fit. */
const mostPassed = 64

export function openByteBudget(most: number): ByteBudget {
  let used = 0
  let calls = 0
  const waiting: Waiter[] = []
  const fits = (bytes: number): boolean => calls === 0 || used + bytes <= most
  const start = (bytes: number): (() => void) => {
    used += bytes
    calls += 1
    let mine = true
    return () => {
      if (!mine) return
      mine = false
      used -= bytes
      calls -= 1
      startNext()
    }
  }
  const startNext = (): void => {
    for (let at = 0; at < waiting.length;) {
      const one = waiting[at]
      if (one === undefined) return
      if (fits(one.bytes)) {
        waiting.splice(at, 1)
        one.go(start(one.bytes))
      } else {
        if (one.passed++ >= mostPassed) return
        at += 1
      }
    }
  }
  return {
    take(bytes) {
      if (waiting.length === 0 && fits(bytes)) return Promise.resolve(start(bytes))
      return new Promise((go) => {
        waiting.push({ bytes, go, passed: 0 })
        startNext()
      })
    },
    used: () => used,
  }
}

const KB = 1024
/** Of a tool that works on local files: no more than this is read before it is cut. */
const fileBytes = 1024 * KB
const leastBytes = 64 * KB

export type ResultSizes = {
  /** What a call of this tool is expected to weigh. */
  expected(tool: string, ofFiles: boolean): number
  /** What one weighed. */
  saw(tool: string, bytes: number): void
}

/**
 * Expects of a tool what it gave before: at once more after a large result, and slowly less after
 * small ones. So commands and servers that take long do not hold room they do not use.
 */
export function openResultSizes(): ResultSizes {
  const known = new Map<string, number>()
  return {
    expected: (tool, ofFiles) => (ofFiles ? fileBytes : Math.max(leastBytes, known.get(tool) ?? 0)),
    saw(tool, bytes) {
      const before = known.get(tool) ?? 0
      known.set(tool, bytes >= before ? bytes : before - (before - bytes) / 16)
      // Names come from what servers offer; the oldest are forgotten before they are many.
      if (known.size > 4_096) known.delete(known.keys().next().value ?? '')
    },
  }
}
