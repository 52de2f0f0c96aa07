// A job with an output of its own has ended when that is closed and its code is said, whatever is
// still around it. A shell plays the relay here.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { childHelper, ownNode } from '../../main/sandbox/spawner/child-helper.ts'
import { markFor } from '../../main/sandbox/spawner/orphans.ts'
import { openSpawner, type JobEnd, type Spawner } from '../../main/sandbox/spawner/spawner.ts'
import { processesWith, soon } from '../escape/fixture.ts'

const mark = markFor(process.pid, 'job-end')
const template = (script: string) => ({
  key: script,
  file: '/bin/sh',
  args: ['-c', `read -r line <&4; ${script}`, mark],
  mark,
  as: null,
  stdin: false,
  filter: null,
  group: null,
  gated: false,
  ownOutput: true,
  built: null,
  warm: 0,
  once: false,
})
/** What stays holds none of the job's output. */
const LINGERS = 'exec sleep 600 6>&- 7>&-'

describe.runIf(process.platform === 'linux')(
  'a job with an output of its own (skipped elsewhere: there is none)',
  () => {
    let spawner: Spawner
    beforeAll(() => (spawner = openSpawner(childHelper(ownNode('spawner'), null))))
    afterAll(() => spawner.dispose())

    const run = (script: string, killed?: AbortSignal) => {
      const said = { stdout: '', stderr: '' }
      const { promise, resolve } = Promise.withResolvers<JobEnd>()
      const job = spawner.start(
        template(script),
        {
          data: 'go\n',
          timeMs: 60_000,
          keep: { stdout: 1e7, stderr: 1e7 },
          directDescriptors: null,
        },
        {
          output(stream, bytes) {
            said[stream] += bytes.toString()
            job.taken(stream, bytes.length)
          },
          drained() {},
          ended: resolve,
        },
      )
      killed?.addEventListener('abort', () => job.kill())
      return promise.then((end) => ({ end, ...said }))
    }

    const ends: readonly (readonly [string, string, object])[] = [
      [
        'has the code that is said, while what is around it stays',
        `printf out >&6; printf err >&7; echo 3; ${LINGERS}`,
        {
          end: { kind: 'ended', why: 'itself', code: 3, signal: null },
          stdout: 'out',
          stderr: 'err',
        },
      ],
      [
        'waits for its output where the code comes before it',
        `(sleep 0.3; printf late >&6) & echo 0; ${LINGERS}`,
        { end: { kind: 'ended', code: 0, signal: null }, stdout: 'late' },
      ],
      [
        'has the signal that is said, with a sign, of what is around its command',
        `printf out >&6; exec 6>&- 7>&-; echo -9; ${LINGERS}`,
        { end: { kind: 'ended', why: 'itself', code: null, signal: 'SIGKILL' }, stdout: 'out' },
      ],
      [
        'waits for the whole of the code',
        `exec 6>&- 7>&-; printf 1; sleep 0.2; echo 2; ${LINGERS}`,
        { end: { kind: 'ended', code: 12 } },
      ],
      [
        'ends as what is around it where no code is said, whose own words count as its',
        'echo "bwrap: no way" >&2; exit 125',
        { end: { kind: 'ended', code: 125, signal: null }, stderr: 'bwrap: no way\n' },
      ],
      [
        'and where that is killed',
        'kill -9 $$',
        { end: { kind: 'ended', code: null, signal: 'SIGKILL' } },
      ],
    ]
    it.each(ends)('%s', async (_name, script, expected) => {
      expect(await run(script)).toMatchObject(expected)
      expect(await soon(() => processesWith(mark).length === 0)).toBe(true)
    })

    it('gives every byte of much output', async () => {
      const { stdout, stderr } = await run(
        `head -c 3000000 /dev/zero | tr '\\0' a >&6; head -c 2000000 /dev/zero | tr '\\0' b >&7; echo 0; ${LINGERS}`,
      )
      expect([stdout.length, stderr.length]).toEqual([3_000_000, 2_000_000])
    })

    it('can be killed', async () => {
      const killed = new AbortController()
      const ended = run('kill -STOP $$', killed.signal)
      expect(await soon(() => processesWith(mark).length > 0)).toBe(true)
      killed.abort()
      expect((await ended).end).toMatchObject({ kind: 'ended', why: 'killed' })
    })
  },
)
