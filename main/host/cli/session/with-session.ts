// The frame around every command that talks to Gatehouse: reach it, do the work, always let go.
import type { Failure } from '../../../../contract/failure.ts'
import { ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import type { Call } from '../command.ts'
import { complain } from '../output/complain.ts'
import { withProgress } from '../output/progress.ts'
import { openSession } from './open-session.ts'
import type { Session } from './session.ts'
import { saysSlowCalls } from './slow-calls.ts'
import { visible } from '../output/show.ts'

export const withSession = (
  call: Call,
  work: (session: Session) => Promise<number>,
): Promise<number> => within(call, 'calls', work)

/** For mere questions: where no app runs, none is started, and the journal stays as it is. */
export const withQueries = (
  call: Call,
  work: (session: Session) => Promise<number>,
): Promise<number> => within(call, 'questions', work)

/** Looks first, where a table may be enough; what goes on from there starts one. */
export const withTables = (
  call: Call,
  work: (session: Session) => Promise<number>,
): Promise<number> => within(call, 'calls', work, true)

async function within(
  call: Call,
  purpose: 'calls' | 'questions',
  work: (session: Session) => Promise<number>,
  tables = purpose === 'questions',
): Promise<number> {
  const { context, json } = call
  const opened = await openForCall(call, purpose, tables)
  if (!opened.ok) return complain(context, opened.error, json)
  try {
    await warn(call, opened.value)
    return await work(opened.value)
  } finally {
    await opened.value.close()
  }
}

/** A Gatehouse that is composed for one command takes a while. */
export async function openForCall(
  call: Call,
  purpose: 'calls' | 'questions' = 'calls',
  tables = purpose === 'questions',
): Promise<Result<Session, Failure>> {
  const opening = openSession(call.context, call.paths, purpose, tables)
  const opened = await withProgress(call, () => 'Starting Gatehouse for this command …', opening)
  return opened.ok ? ok(saysSlowCalls(call, opened.value)) : opened
}

/**
 * What a person should know before they believe an answer. On standard error, so that no script
 * reads it as one.
 */
async function warn({ context, paths, options }: Call, session: Session): Promise<void> {
  const asked = await session.call('app.running', {})
  if (!asked.ok) return
  const { journalBroken, configFile } = asked.value
  if (journalBroken !== null) {
    context.note(
      `gatehouse: the journal was changed from outside: ${visible(journalBroken)} See \`gatehouse audit verify\`.\n`,
    )
  }
  // It says which file Gatehouse reads when it starts; one that runs has its own.
  if (session.kind !== 'own' && options.has('config') && configFile !== paths.configFile) {
    context.note(
      `gatehouse: the running Gatehouse uses ${configFile}; --config has no effect on it.\n`,
    )
  }
}
