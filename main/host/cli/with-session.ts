// The frame around every command that talks to Gatehouse: reach it, do the work, always let go.
import type { Call } from './command.ts'
import { complain } from './complain.ts'
import { openSession } from './session.ts'
import type { Session } from './session.ts'

export const withSession = (call: Call, work: (session: Session) => Promise<number>): Promise<number> => within(call, 'calls', work)

/** For mere questions: where no app runs, none is started, and the journal stays as it is. */
export const withQuestions = (call: Call, work: (session: Session) => Promise<number>): Promise<number> => within(call, 'questions', work)

async function within(call: Call, purpose: 'calls' | 'questions', work: (session: Session) => Promise<number>): Promise<number> {
  const { world, places, json } = call
  const opened = await openSession(world, places, purpose)
  if (!opened.ok) return complain(world, opened.error, json)
  try {
    await warnOfOtherConfig(call, opened.value)
    return await work(opened.value)
  } finally {
    await opened.value.close()
  }
}

/** `--config` says which file Gatehouse reads when it starts; one that runs has its own. */
async function warnOfOtherConfig({ world, places, options }: Call, session: Session): Promise<void> {
  if (session.kind === 'own' || !options.has('config')) return
  const state = await session.call('app.state', {})
  if (state.ok && state.value.config.file !== places.configFile) {
    world.note(`gatehouse: the running Gatehouse reads ${state.value.config.file}; --config has no effect on it.\n`)
  }
}
