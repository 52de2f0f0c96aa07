// Kill -9 right after approvals, before their calls have begun.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import type { FaultApp } from './driver/app.ts'
import { must } from './driver/fault.ts'
import { withApp } from './driver/steps.ts'
import { pause } from './driver/until.ts'
import type { Fault } from './driver/fault.ts'

const CALLS = 25
/**
 * Milliseconds from the approvals to the kill: one of them falls between an approval and its call.
 */
const MOMENTS = [2, 5, 10, 20, 40, 80, 150, 300]

type Counts = { approved: number; unbegun: number; unknown: number; done: number }

export const fault: Fault = {
  name: 'killed-after-approval',
  fault:
    'kill -9 right after 25 approvals at once, at eight moments, before all of their calls have begun',
  mustHappen:
    'each call runs at most once, none begins by itself after the start, and none is called done that is not known to be',
  run: () =>
    withApp(async (app) => {
      const counts: Counts = { approved: 0, unbegun: 0, unknown: 0, done: 0 }
      for (const [round, moment] of MOMENTS.entries()) await killAfter(app, round, moment, counts)
      must(
        counts.unbegun > 0,
        `no kill fell between an approval and its call: ${JSON.stringify(counts)}`,
      )
      return `Of ${counts.approved} approved calls ${counts.unbegun} had not begun: they never ran, and the journal says so. ${counts.unknown} were cut off and are called unknown, ${counts.done} ran once and are called done.`
    }),
}

async function killAfter(
  app: FaultApp,
  round: number,
  moment: number,
  counts: Counts,
): Promise<void> {
  const program = await app.start()
  const agent = await app.agent(`agent-${round}`)
  const paths = Array.from({ length: CALLS }, (_, at) => `r${round}-${at}.txt`)
  const asked = paths.map((path) =>
    agent.call('write_file', { path, content: path }).catch(() => null),
  )
  const held = await app.held(CALLS)
  const person = await app.person()
  for (const { id } of held) void person.call('approvals.answer', { id, answer: 'once' })
  await pause(moment)
  program.child.kill('SIGKILL')
  await program.ended
  await Promise.all(asked)
  const again = await app.start()
  // Long enough for what would begin by itself.
  await pause(300)
  const rows = (await app.journal()).filter(
    (row): row is JournalEntry & { callId: string } => 'callId' in row,
  )
  for (const { callId, args } of held) {
    const own = rows.filter((row) => row.callId === callId)
    if (!own.some((row) => row.kind === 'answered' && row.answer === 'once')) continue
    counts.approved += 1
    const file = existsSync(join(app.workspace, JSON.stringify(args['path']).slice(1, -1)))
    const started = own.filter(({ kind }) => kind === 'running').length
    const ends = own.flatMap((row) => (row.kind === 'outcome' ? [row.status] : []))
    must(started <= 1, `${callId} was started ${started} times`)
    must(started === 1 || !file, `${callId} has an effect and was never started`)
    must(
      ends.length === 1 ||
        own.some((row) => row.kind === 'answered' && row.route === 'program-end'),
      `${callId} has no end`,
    )
    must(!ends.includes('done') || file, `${callId} is called done, and its file is missing`)
    if (started === 0) counts.unbegun += 1
    else if (ends[0] === 'unknown') counts.unknown += 1
    else counts.done += 1
  }
  // What was not answered in time is of no more use here.
  const open = await app.person()
  const left = await open.call('approvals.list', { states: ['pending'], limit: 200 })
  if (left.ok)
    for (const { id } of left.value)
      await open.call('approvals.answer', { id, answer: 'deny-once' })
  again.child.kill('SIGTERM')
  await again.ended
}
