// The app is killed while its thread writes the daily backup.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { textOf } from './driver/agent-socket.ts'
import { must } from './driver/fault.ts'
import { fillJournal } from './driver/damaged-pages.ts'
import { withApp } from './driver/steps.ts'
import { pause, until } from './driver/until.ts'
import type { Fault } from './driver/fault.ts'

/** The first look of the thread is a minute after the start. */
const FIRST_MS = 120_000

export const fault: Fault = {
  name: 'daily-backup-killed',
  fault: 'kill -9 while the thread writes the daily backup, and another start',
  mustHappen:
    'half a backup is never offered and is removed, the next day’s is whole and only the owner can read it, and calls run meanwhile',
  run: () =>
    withApp(async (app) => {
      await fillJournal(app)
      const backups = join(app.paths.dataDir, 'backups')
      const names = (): readonly string[] => (existsSync(backups) ? readdirSync(backups) : [])
      const first = await app.start()
      const started = await until(
        'the thread to begin',
        () => names().find((name) => name.endsWith('.new') || name.endsWith('.db')) ?? null,
        FIRST_MS,
      )
      first.child.kill('SIGKILL')
      await first.ended
      const half = started.endsWith('.new')
      const listed = await app.cli('restore', '--json')
      const offered = (JSON.parse(listed.stdout) as { backups: readonly { name: string }[] })
        .backups
      must(
        offered.every(({ name }) => !name.includes('.new')),
        'half a backup is offered',
      )
      await app.start()
      const agent = await app.agent()
      let calls = 0
      const whole = await until(
        'a whole backup',
        async () => {
          const answer = await agent.call('list_dir', { path: '.' })
          must(
            answer.result?.isError !== true,
            `a call was not served meanwhile: ${textOf(answer)}`,
          )
          calls += 1
          // No more than the usual limit of calls a minute.
          await pause(2_500)
          return names().find((name) => name.endsWith('.db')) ?? null
        },
        FIRST_MS,
      )
      must(
        names().every((name) => !name.includes('.new')),
        'half a backup was left',
      )
      const { mode } = statSync(join(backups, whole))
      must((mode & 0o077) === 0, `others can read it: ${(mode & 0o777).toString(8)}`)
      must(calls > 0, 'no call was served meanwhile')
      return `${half ? 'Killed in the middle, half a backup was not offered' : 'The backup was whole before the kill'}; after the next start there was a whole one that only its owner can read, and calls were served meanwhile.`
    }),
}
