// A helper that is there and does not answer: torn off, its job ended as lost, and the next job has
// a new one.
import { describe, expect, it } from 'vitest'
import { childHelper, ownNode } from '../../main/sandbox/spawner/child-helper.ts'
import { markFor } from '../../main/sandbox/spawner/orphans.ts'
import { openSpawner, type JobEnd, type SpawnedJob } from '../../main/sandbox/spawner/spawner.ts'
import { findParent } from '../../main/sandbox/processes/parent-lookup.ts'
import { processesWith, soon } from '../escape/fixture.ts'
import { sleepingTemplate } from './sleeping-template.ts'

const mark = markFor(process.pid, 'silence')
const template = sleepingTemplate(mark, mark)

describe.runIf(process.platform === 'linux')(
  'a helper that was stopped (skipped elsewhere: there is none)',
  () => {
    it('is given up after a while, and nothing of it is left', async () => {
      const spawner = openSpawner(childHelper(ownNode('spawner'), null), 300)
      const start = (
        seconds: number,
      ): { readonly job: SpawnedJob; readonly ended: Promise<JobEnd> } => {
        const { promise, resolve } = Promise.withResolvers<JobEnd>()
        const request = {
          data: `${seconds}\n`,
          timeMs: 60_000,
          keep: { stdout: 10, stderr: 10 },
          directDescriptors: null,
        }
        const listener = { output: () => {}, drained: () => {}, ended: resolve }
        return { job: spawner.start(template, request, listener), ended: promise }
      }
      const long = start(600)
      expect(await soon(() => processesWith(mark).length > 0)).toBe(true)
      const helper = (await findParent(mark))?.parent ?? 0
      expect(helper).toBeGreaterThan(1)
      process.kill(helper, 'SIGSTOP')
      long.job.kill()
      expect(await long.ended).toEqual({ kind: 'lost' })
      expect(await soon(() => processesWith(mark).length === 0)).toBe(true)
      expect(await start(0).ended).toMatchObject({ kind: 'ended', code: 0 })
      await spawner.dispose()
      expect(await soon(() => !processesWith('spawner').includes(String(helper)))).toBe(true)
    })
  },
)
