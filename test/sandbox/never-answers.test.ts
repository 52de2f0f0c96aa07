// A helper that takes every order and answers none: the first command is refused within a bounded
// time, and the end of the program waits for it no longer than that.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { childHelper, ownNode } from '../../main/sandbox/spawner/child-helper.ts'
import { markFor } from '../../main/sandbox/spawner/orphans.ts'
import { openSpawner } from '../../main/sandbox/spawner/spawner.ts'
import { openRunner } from '../../main/sandbox/runner.ts'
import { findParent } from '../../main/sandbox/processes/parent-lookup.ts'
import { processesWith, soon } from '../escape/fixture.ts'
import { scratchFolder } from './scratch.ts'
import { sleepingTemplate } from './sleeping-template.ts'

/** Far beyond what a test may take. */
const NEVER_MS = 3_600_000

const base = scratchFolder('never-answers')
const deaf = {
  file: '/bin/sh',
  args: ['-c', `exec sleep 3600 # ${base}`],
  env: { PATH: '/usr/bin:/bin' },
}
const mute = { file: '/bin/sleep', args: [`36${process.pid}`], env: {} }

describe.runIf(process.platform === 'linux')(
  'a helper that never answers (skipped elsewhere: there is none)',
  () => {
    it(
      'ends the first command with a reason, and the end of the program does not wait for it',
      { timeout: 600_000 },
      async () => {
        const folders = ['scratch', 'workspace'].map((name) => join(base, name))
        for (const folder of folders) mkdirSync(folder)
        const [scratch = '', workspace = ''] = folders
        const runner = openRunner({
          stop: [],
          home: join(base, 'home'),
          scratch,
          silenceMs: 400,
          helper: { spawner: deaf, relay: ownNode('relay') },
        })
        const power = runner.power({
          workspace,
          permitted: [
            { kind: 'proc.run', command: 'echo hello', cwd: workspace, zone: 'workspace' },
          ],
          limits: { runTimeMs: NEVER_MS, stdoutBytes: 1_000, stderrBytes: 1_000 },
          signal: new AbortController().signal,
          onOutput: () => {},
        })
        const first = await power.run({
          command: 'echo hello',
          cwd: workspace,
          timeoutMs: NEVER_MS,
        })
        expect(first).toMatchObject({
          ok: false,
          error: { code: 'sandbox.missing', text: expect.stringContaining('helper') },
        })
        // Where it waited for the job, this test would never end.
        await runner.dispose()
      },
    )

    it('is given up before a job has begun, whatever the time limit of the job', async () => {
      const spawner = openSpawner(childHelper(mute, null), 300, 300)
      const template = {
        key: 'k',
        file: '/bin/true',
        args: [],
        mark: 'never',
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
      const ended = Promise.withResolvers<unknown>()
      spawner.start(
        template,
        { data: '', timeMs: 3_600_000, keep: { stdout: 1, stderr: 1 }, directDescriptors: null },
        { output: () => {}, drained: () => {}, ended: ended.resolve },
      )
      expect(await ended.promise).toEqual({ kind: 'lost' })
      const program = Promise.withResolvers<unknown>()
      spawner.start(
        { ...template, stdin: true },
        { data: '', timeMs: null, keep: { stdout: null, stderr: null }, directDescriptors: null },
        { output: () => {}, drained: () => {}, ended: program.resolve },
      )
      expect(await program.promise).toEqual({ kind: 'lost' })
      await spawner.dispose()
      expect(await soon(() => processesWith(mute.args[0] ?? '').length === 0)).toBe(true)
    })

    it('is not given up while a command that has begun says nothing @whole', async () => {
      const spawner = openSpawner(childHelper(ownNode('spawner'), null), 300)
      const template = sleepingTemplate('quiet')
      const ended = Promise.withResolvers<unknown>()
      spawner.start(
        template,
        { data: '1.2\n', timeMs: 60_000, keep: { stdout: 1, stderr: 1 }, directDescriptors: null },
        { output: () => {}, drained: () => {}, ended: ended.resolve },
      )
      expect(await ended.promise).toMatchObject({ kind: 'ended', code: 0 })
      await spawner.dispose()
    })

    it('does not hold up the end when it was stopped by a signal', async () => {
      const mark = markFor(process.pid, 'stopped')
      const spawner = openSpawner(childHelper(ownNode('spawner'), null), 300)
      const template = sleepingTemplate(mark, mark)
      spawner.start(
        template,
        { data: '600\n', timeMs: 600_000, keep: { stdout: 1, stderr: 1 }, directDescriptors: null },
        { output: () => {}, drained: () => {}, ended: () => {} },
      )
      expect(await soon(() => processesWith(mark).length > 0)).toBe(true)
      const helper = (await findParent(mark))?.parent ?? 0
      process.kill(helper, 'SIGSTOP')
      // Where it waited for the helper, the test would not end.
      await spawner.dispose()
      expect(await soon(() => processesWith(mark).length === 0)).toBe(true)
    })

    it(
      'is not taken for a missing sandbox where the trial was only slow @whole',
      { timeout: 600_000 },
      async () => {
        const scratch = join(base, 'scratch-slow')
        mkdirSync(scratch)
        const slow = join(base, 'bwrap')
        writeFileSync(
          slow,
          '#!/bin/sh\ncase "$*" in *--help*|*--version*) exec /usr/bin/bwrap "$@";; esac\nexec sleep 60\n',
        )
        chmodSync(slow, 0o755)
        const runner = openRunner({
          stop: [],
          home: join(base, 'home'),
          scratch,
          bwrap: slow,
          trialShare: 0.1,
        })
        await runner.ready
        const state = runner.enforced()
        await runner.dispose()
        expect(state).toMatchObject({
          ok: false,
          text: expect.stringMatching(
            /not over within \d+ seconds, as on a busy machine\. It is tried again/,
          ),
        })
        expect(JSON.stringify(state)).not.toContain('unprivileged user namespaces')
      },
    )
  },
)
