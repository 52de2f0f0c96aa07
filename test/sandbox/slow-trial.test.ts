// A machine under load: bubblewrap begins late, and later than the trial used to wait. What is slow
// is not missing: the trial waits, and so does the first command.
// @module-tag whole
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openRunner } from '../../main/sandbox/runner.ts'
import { scratchFolder } from './scratch.ts'

const LATE_S = 6
const bwrap = '/usr/bin/bwrap'

describe.runIf(existsSync(bwrap))(
  'a sandbox that takes its time (skipped where there is none)',
  () => {
    it('is tried to the end, and holds', { timeout: 600_000 }, async () => {
      const root = scratchFolder('slow-trial')
      const [workspace, home, scratch] = ['ws', 'home', 'scratch'].map((name) =>
        join(root, name),
      ) as [string, string, string]
      for (const folder of [workspace, home, scratch]) mkdirSync(folder)
      const late = join(root, 'bwrap')
      writeFileSync(
        late,
        `#!/bin/sh\ncase "$*" in *--args*) [ -e ${root}/seen ] || { : >${root}/seen; sleep ${LATE_S}; };; esac\nexec ${bwrap} "$@"\n`,
      )
      chmodSync(late, 0o755)
      const runner = openRunner({ stop: [], home, scratch, bwrap: late })
      try {
        const first = runner
          .power({
            permitted: [
              { kind: 'proc.run', command: 'echo ran', cwd: workspace, zone: 'workspace' },
            ],
            workspace,
            limits: { runTimeMs: 30_000, stdoutBytes: 1_000, stderrBytes: 1_000 },
            signal: new AbortController().signal,
            onOutput: () => {},
          })
          .run({ command: 'echo ran', cwd: '.', timeoutMs: 30_000 })
        expect(runner.enforced()).toMatchObject({ ok: false, trying: true })
        expect(await first).toMatchObject({ ok: true, value: { stdout: 'ran\n' } })
        expect(runner.enforced()).toMatchObject({ ok: true })
        expect(existsSync(join(root, 'seen'))).toBe(true)
      } finally {
        await runner.dispose()
      }
    })
  },
)
