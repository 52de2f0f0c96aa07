// What a client hears of a call while it runs: every text in it without secrets.
import type { CallListener } from '../../../contract/call/powers/server-power.ts'
import type { Json } from '../../../contract/json.ts'

const DEEPEST = 16
const MOST = 1_000

function shownJson(value: Json, shown: (text: string) => string): Json {
  let left = MOST
  const visit = (one: Json, depth: number): Json => {
    left -= 1
    if (left < 0 || depth > DEEPEST) return null
    if (typeof one === 'string') return shown(one)
    if (one === null || typeof one !== 'object') return one
    if (Array.isArray(one)) return one.map((member) => visit(member, depth + 1))
    return Object.fromEntries(
      Object.entries(one).map(([key, member]) => [shown(key), visit(member, depth + 1)]),
    )
  }
  return visit(value, 0)
}

export const shownListener = (
  listener: CallListener | undefined,
  shown: (text: string) => string,
): CallListener | undefined =>
  listener && {
    logLevel: listener.logLevel,
    client: listener.client,
    can: listener.can,
    ask: listener.ask,
    progress: ({ text, ...far }) => listener.progress({ ...far, text: shown(text) }),
    log: ({ level, data }) => listener.log({ level, data: shownJson(data, shown) }),
  }
