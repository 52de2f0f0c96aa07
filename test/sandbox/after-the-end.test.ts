// What is asked of the helper when its end has begun, such as a process that was being made ready for the
// next call: it is told so, and the end goes on.
import { Duplex } from 'node:stream'
import { expect, it } from 'vitest'
import { openSpawner, type JobEnd } from '../../main/sandbox/spawner/spawner.ts'

/** A helper that says nothing, and closes its side when ours is closed. */
const silent = () => new Duplex({ read() {}, write: (_bytes, _encoding, done) => done() })

const template = {
  key: 'one',
  file: '/bin/true',
  args: [],
  mark: 'after-the-end',
  as: null,
  stdin: false,
  filter: null,
  group: null,
  gated: false,
  ownOutput: false,
  built: null,
  warm: 0,
  once: false,
}

it('answers what is asked too late, starts no helper again, and ends', async () => {
  const pipes: Duplex[] = []
  const spawner = openSpawner(() => {
    const pipe = silent()
    pipes.push(pipe)
    return pipe
  })
  spawner.prepare(template)
  const ending = spawner.dispose()
  const staged = await spawner.stage('/workspace')
  const { promise, resolve } = Promise.withResolvers<JobEnd>()
  const job = spawner.start(
    template,
    { data: '', timeMs: null, keep: { stdout: 1, stderr: 1 }, directDescriptors: null },
    { output() {}, drained() {}, ended: resolve },
  )
  job.write(new Uint8Array(1))
  job.kill()
  pipes[0]?.push(null)
  await ending
  expect([staged, await promise, pipes.length]).toEqual([
    { error: 'the helper ended' },
    { kind: 'lost' },
    1,
  ])
})
