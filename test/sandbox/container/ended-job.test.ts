// The end of a container is asked of its program until it is gone, and not once more.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startContainer } from '../../../main/sandbox/container/job.ts'
import { scratchFolder } from '../scratch.ts'

const root = scratchFolder('ended-job')
const at = (name: string): string => join(root, name)

/** Runs until it is removed, and answers who removes it later than it is gone. */
const PROGRAM = `#!/bin/sh
cd '${root}'
case $1 in
run) echo $$ >pid; echo begun >&2; exec sleep 600 ;;
rm) echo asked >>asked; kill -9 $(cat pid); until [ -e ended ]; do sleep 0.05; done; echo >answered ;;
esac
`

it.skipIf(process.platform === 'win32')(
  'a container that is gone while it is asked to end is not asked again (skipped on win32: the program is a shell script)',
  async () => {
    writeFileSync(at('program'), PROGRAM, { mode: 0o755 })
    const ready = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const job = startContainer(
      {
        program: 'podman',
        file: at('program'),
        version: '5.0.0',
        rootless: true,
        env: { PATH: process.env['PATH'] ?? '' },
      },
      { name: 'one', words: ['run'], begun: 'begun', built: () => ready.resolve() },
      { data: '', keep: { stdout: null, stderr: null }, timeMs: null },
      { output: () => {}, drained: () => {}, ended: () => ended.resolve() },
    )
    await ready.promise
    job.kill()
    await ended.promise
    writeFileSync(at('ended'), '')
    await expect.poll(() => existsSync(at('answered'))).toBe(true)
    // Three times as long as between two questions.
    await wait(1500)
    expect(readFileSync(at('asked'), 'utf8')).toBe('asked\n')
  },
)
