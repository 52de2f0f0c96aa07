// Powers that reach nothing: for a call that runs where it must not matter.
import type { Failure } from '../../../contract/failure.ts'
import type { Powers } from '../../../contract/call/powers/powers.ts'
import { err } from '../../../contract/result.ts'

/** @param why what every use of one fails with. */
export function closedPowers(why: Failure): Omit<Powers, 'proc.run'> {
  const refuse = async () => err(why)
  return {
    'fs.read': { readText: refuse, readBytes: refuse, list: refuse, find: refuse, search: refuse },
    'fs.write': { writeText: refuse, writeBytes: refuse, move: refuse },
    'net.fetch': { fetch: refuse },
    'net.connect': {},
    memory: {
      search: refuse,
      last: refuse,
      sources: refuse,
      add: refuse,
      remove: refuse,
      put: refuse,
      own: refuse,
      clearOwn: refuse,
    },
    record: {
      list: refuse,
      get: refuse,
      add: refuse,
      change: refuse,
      remove: refuse,
      countUse: refuse,
      checkAlerts: refuse,
      makeAgent: refuse,
      now: Date.now,
    },
    event: { list: refuse, get: refuse, summary: refuse, process: refuse },
    notification: { notify: refuse },
    result: { page: refuse },
    schedule: {
      list: refuse,
      get: refuse,
      add: refuse,
      change: refuse,
      remove: refuse,
      deadLetters: refuse,
      clearDeadLetters: refuse,
      history: refuse,
      run: refuse,
      repeat: refuse,
    },
    subagent: { start: refuse, list: refuse, result: refuse, cancel: refuse },
    'secrets.get': { refer: () => err(why) },
    'plugin.run': { run: refuse },
    'mcp.call': { call: refuse, read: refuse, prompt: refuse, complete: refuse },
  }
}
