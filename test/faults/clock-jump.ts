// The clock of the day jumps two hours back and forward.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { must } from './driver/fault.ts'
import { callApproved, holdWrite, withApp } from './driver/steps.ts'
import { until } from './driver/until.ts'
import type { Fault } from './driver/fault.ts'

const HOURS = 2 * 60 * 60_000

export const fault: Fault = {
  name: 'clock-jump',
  fault:
    'the clock of the day is set back by two hours, and forward by four, while calls are held for eight seconds',
  mustHappen:
    'a call expires after its real eight seconds, one that is past its time cannot be approved and does not come back, and the order of the journal is its numbers',
  run: () =>
    withApp(async (app) => {
      const clock = join(app.base, 'clock')
      writeFileSync(clock, '0')
      const preload = join(import.meta.dirname, 'driver/shifted-clock.ts')
      await app.start({
        env: { GATEHOUSE_FAULT_CLOCK: clock, NODE_OPTIONS: `--import=${preload}` },
      })
      const agent = await app.agent()
      const person = await app.person()

      const first = await holdWrite(app, agent, 'back.txt')
      const startedAt = performance.now()
      writeFileSync(clock, String(-HOURS))
      must((await first.answer)?.result?.isError === true, 'it ran')
      const seconds = (performance.now() - startedAt) / 1_000
      must(
        seconds > 5 && seconds < 60,
        `with the clock set back it expired after ${seconds.toFixed(0)} s`,
      )

      const second = await holdWrite(app, agent, 'forward.txt')
      const [late] = await app.held()
      writeFileSync(clock, String(2 * HOURS))
      const given = await person.call('approvals.answer', {
        id: late?.id ?? ('' as never),
        answer: 'once',
      })
      must(
        !given.ok && /time/.test(given.error.text),
        `with the clock set forward it was answered: ${JSON.stringify(given)}`,
      )
      must((await second.answer)?.result?.isError === true, 'it ran')
      writeFileSync(clock, '0')
      const revived = await person.call('approvals.list', { states: ['pending'], limit: 10 })
      must(revived.ok && revived.value.length === 0, 'an expired call is held again')

      must(
        (await callApproved(app, agent, 'write_file', { path: 'after.txt', content: 'x' })).result
          ?.isError !== true,
        'nothing runs afterwards',
      )
      must(
        !existsSync(join(app.workspace, 'back.txt')) &&
          !existsSync(join(app.workspace, 'forward.txt')),
        'an expired call ran',
      )
      const page = await person.call('audit.page', { limit: 200 })
      must(page.ok, 'the journal cannot be read')
      const times = page.ok ? page.value.rows.map(({ at }) => at) : []
      must(
        times.some((at, one) => (times[one + 1] ?? at) > at),
        'no row has an earlier time than the one before it',
      )
      must(
        page.ok &&
          page.value.rows.every(
            ({ seq }, at, rows) => at === 0 || seq === (rows[at - 1]?.seq ?? 0) - 1,
          ),
        'numbers are not in order',
      )
      const verified = await until('the check', async () => {
        const found = await person.call('audit.verify', {})
        return found.ok ? found.value : null
      })
      must(verified.kind === 'intact', `the chain: ${JSON.stringify(verified)}`)
      return `Set back, a held call expired after ${seconds.toFixed(0)} s of real time. Set forward, it could not be approved any more, and did not come back. The journal kept its order by numbers.`
    }, 'approvals: { timeoutSeconds: 8 }\n'),
}
