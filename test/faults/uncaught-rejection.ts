// A promise is rejected without anybody to hear it, once and twice.
import { join } from 'node:path'
import { must } from './driver/fault.ts'
import { holdWrite, withApp } from './driver/steps.ts'
import { pause, until } from './driver/until.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'uncaught-rejection',
  fault: 'a promise is rejected without anybody to hear it, and a second one within a minute',
  mustHappen:
    'the first is written down without secrets and survived, the second ends the app in order; what was held is still held',
  short: true,
  run: () =>
    withApp(async (app) => {
      const preload = join(import.meta.dirname, 'driver/lets-go.ts')
      const program = await app.start({ env: { NODE_OPTIONS: `--import=${preload}` } })
      const agent = await app.agent()
      const { answer } = await holdWrite(app, agent, 'a.txt')
      program.child.kill('SIGUSR2')
      await until('its row', async () =>
        (await app.journal()).some(({ kind }) => kind === 'fault') ? true : null,
      )
      must(
        (await agent.call('list_dir', { path: '.' })).result?.isError !== true,
        'calls do not run on',
      )
      must(program.child.exitCode === null, 'the app ended with the first')
      const rows = JSON.stringify(await app.journal())
      program.child.kill('SIGUSR2')
      const ended = await Promise.race([program.ended, pause(20_000).then(() => null)])
      must(ended !== null && ended.code === 1, `after the second: ${JSON.stringify(ended)}`)
      must(
        /two unexpected errors within a minute/.test(ended?.stderr ?? ''),
        `it said: ${ended?.stderr}`,
      )
      must(!/ghp_0123/.test((ended?.stderr ?? '') + rows), 'a secret was written down')
      await answer
      await app.start()
      const [held] = await app.held()
      must(held?.args['path'] === 'a.txt', 'the held call is gone')
      must(
        (await app.journal()).some(({ kind }) => kind === 'stopped'),
        'it did not end in order',
      )
      return 'The first was survived and is a row of the journal without the token. The second ended the app in order with code 1, and the held call was still held afterwards.'
    }),
}
