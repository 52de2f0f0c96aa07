// A command ends while the disk of the home folder is full.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { textOf } from './driver/agent-socket.ts'
import { must } from './driver/fault.ts'
import { fillDisk, folder, runApproved, withApp, withTmpfs } from './driver/steps.ts'
import { pause, until } from './driver/until.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'command-ends-on-a-full-disk',
  fault: 'a command ends while the disk of the home folder is full',
  mustHappen: 'its client is answered, and its outcome is written as soon as there is room',
  run: () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'gatehouse-fault-work-'))
    return withTmpfs(24, (disk) =>
      withApp(
        async (app) => {
          const program = await app.start()
          const agent = await app.agent()
          const answer = runApproved(app, agent, 'echo begun > effect.txt; sleep 3; echo ended')
          await until('the command', () =>
            existsSync(join(app.workspace, 'effect.txt')) ? true : null,
          )
          const free = fillDisk(disk)
          const said = await Promise.race([answer, pause(20_000).then(() => null)])
          must(said !== null, 'its client was not answered')
          must(!/mistake/.test(textOf(said ?? {})), `it was answered: ${textOf(said ?? {})}`)
          const state = await (await app.person()).call('app.state', {})
          must(state.ok, state.ok ? '' : `app.state fails: ${state.error.text}`)
          free()
          const outcome = await until(
            'its outcome',
            async () => (await app.journal()).find(({ kind }) => kind === 'outcome') ?? null,
          )
          must(
            outcome.kind === 'outcome' && outcome.status === 'done',
            `its outcome is ${JSON.stringify(outcome)}`,
          )
          must(program.child.exitCode === null, 'the app ended')
          return 'The client was answered while the disk was full, and the outcome was written once there was room.'
        },
        '',
        disk,
        folder(elsewhere, 'work'),
      ),
    ).finally(() => rmSync(elsewhere, { recursive: true, force: true }))
  },
}
