// What becomes of a server after what went wrong: a person has to do something, or it is tried again.
import type { Failure } from '../../../contract/failure.ts'
import type { ServerState } from '../../../contract/server/server.ts'
import { needsPerson } from './faults/faults.ts'
import { missingSetting } from './faults/missing-setting.ts'
import type { SessionEnd } from './session/lifetime.ts'

/** Null: it is tried again. */
export function afterFailure(why: Failure): ServerState | null {
  if (why.code === 'server.quarantined')
    return stopped(why.text, 'It was ended. Start it again only if you trust it.')
  if (why.code === 'server.sign-in') return { kind: 'needs-sign-in', text: why.text }
  return needsPerson(why) ? stopped(why.text, why.hint ?? 'Correct its configuration.') : null
}

/** Null: it is tried again. */
export const afterEnd = ({ kind, what }: SessionEnd): ServerState | null =>
  kind === 'quarantined'
    ? stopped(`It ${what}, so it was ended.`, 'Start it again only if you trust it.')
    : null

/** It ended too often. `log`: its last lines, which may say why. */
export function afterTooMany(text: string, log: readonly string[]): ServerState {
  const lacks = missingSetting(log)
  return stopped(
    text,
    lacks === null
      ? 'Check its log, fix the cause, and start it again.'
      : `It says that ${lacks} is missing. Give it that variable under Servers, best as a credential, and start it again.`,
  )
}

const stopped = (text: string, hint: string): ServerState => ({ kind: 'stopped', text, hint })
