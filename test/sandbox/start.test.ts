import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RunPower } from '../../contract/call/powers/run-power.ts'
import { protectionIds } from '../../main/sandbox/protections.ts'
import { darwinStatement, statementHere } from '../../main/sandbox/platform-statement.ts'
import { openRunner } from '../../main/sandbox/runner.ts'
import type { Runner } from '../../main/sandbox/runner-powers.ts'
import { isRoot, processesWith, soon } from '../escape/fixture.ts'
import { scratchFolder } from './scratch.ts'
import { landlock } from './profile.ts'
import { processorMs } from '../processor.ts'

const linux = process.platform === 'linux'
const root = scratchFolder('start')
const [ws, home, scratch] = [join(root, 'ws'), join(root, 'home'), join(root, 'scratch')]
for (const folder of [ws, home, scratch]) mkdirSync(folder)

const powerOf = (runner: Runner, command: string): RunPower =>
  runner.power({
    permitted: [{ kind: 'proc.run', command, cwd: ws, zone: 'workspace' }],
    workspace: ws,
    limits: { runTimeMs: 60_000, stdoutBytes: 10, stderrBytes: 10 },
    signal: new AbortController().signal,
    onOutput: () => {},
  })
const refused = (code: string) => ({ ok: false, error: expect.objectContaining({ code }) })

describe('openRunner', () => {
  it('returns at once and answers nothing before it is ready', async () => {
    const before = processorMs()
    const early = openRunner({ stop: [], home, scratch })
    expect(processorMs() - before).toBeLessThan(1000)
    expect(early.enforced()).toMatchObject({
      ok: false,
      trying: true,
      text: expect.stringContaining('still testing the sandbox'),
    })
    await early.ready
    expect(early.enforced()).toMatchObject(linux ? { ok: true } : { ok: false, trying: false })
    await early.dispose()
    await early.dispose()
  })

  // An ordinary user has a fallback there: test/escape/alone.test.ts.
  it.runIf(!linux || isRoot)(
    'refuses to run where there is no bubblewrap, and says what to install (needs root)',
    async () => {
      const bare = openRunner({ stop: [], home, scratch, bwrap: join(root, 'no-bwrap') })
      await bare.ready
      expect(bare.enforced()).toMatchObject({
        ok: false,
        how: expect.stringContaining(linux ? 'apt install bubblewrap' : 'Linux'),
      })
      expect(bare.protections().map(({ state }) => state)).toEqual(
        protectionIds.map(() => 'missing'),
      )
      const power = powerOf(bare, 'true')
      expect(await power.run({ command: 'true', cwd: '.', timeoutMs: 1000 })).toEqual(
        refused('sandbox.missing'),
      )
      await bare.dispose()
    },
  )

  it.each(['darwin', 'win32', 'freebsd'])(
    'says honestly on %s what there is, and runs nothing',
    async (platform) => {
      const other = openRunner({ stop: [], home, scratch, platform })
      await other.ready
      // Here a Mac has no Seatbelt, and says so.
      const why = 'It could not be tried: /usr/bin/sandbox-exec did not run (ENOENT).'
      const expected =
        platform === 'darwin' && linux ? darwinStatement(why) : await statementHere(platform)
      expect(other.protections()).toEqual(expected)
      expect(other.enforced()).toMatchObject({ ok: false, how: expect.stringContaining('Linux') })
      expect(
        await powerOf(other, 'true').run({ command: 'true', cwd: '.', timeoutMs: 1000 }),
      ).toEqual(refused('sandbox.missing'))
      await other.dispose()
      expect(readdirSync(scratch).filter((name) => name.includes('seatbelt'))).toEqual([])
    },
  )

  it.runIf(linux && isRoot)(
    'refuses to run where the system closes what bubblewrap needs, and passes on what it said (needs root)',
    async () => {
      const closed = join(root, 'closed-bwrap')
      writeFileSync(
        closed,
        '#!/bin/sh\necho "bwrap: No permissions to create a new namespace" >&2\nexit 1\n',
        { mode: 0o755 },
      )
      const shut = openRunner({ stop: [], home, scratch, bwrap: closed })
      await shut.ready
      expect(shut.enforced()).toEqual({
        ok: false,
        trying: false,
        text: 'Commands do not run: The sandbox could not be built (No permissions to create a new namespace).',
        how: expect.stringContaining('user namespaces'),
      })
      await shut.dispose()
    },
  )

  it.runIf(linux)('does not trust a bubblewrap that isolates nothing', async () => {
    const fake = join(root, 'fake-bwrap')
    writeFileSync(
      fake,
      // Takes the variables out of what it is told on descriptor 4, and builds nothing of the rest.
      `#!/usr/bin/perl
open my $job, "<&=4" or die; local $/; my @told = split /\\0/, <$job>;
for (my $at = 0; $at < @told; $at++) { if ($told[$at] eq "--setenv") { $ENV{$told[$at + 1]} = $told[$at + 2]; $at += 2 } }
while (@ARGV and shift ne "--") {}
@ARGV and exec "/usr/bin/bwrap", qw(--dev-bind / / --unshare-pid --die-with-parent --), @ARGV;
`,
      { mode: 0o755 },
    )
    const fooled = openRunner({ stop: [], home, scratch, bwrap: fake })
    await fooled.ready
    const states = Object.fromEntries(fooled.protections().map(({ id, state }) => [id, state]))
    const none = { files: 'missing', network: 'missing', processes: 'missing', seccomp: 'missing' }
    // An ordinary user falls back on Landlock alone, if this kernel can.
    const falls = !isRoot && landlock >= 6
    expect(fooled.enforced().ok).toBe(falls)
    expect(states).toMatchObject(
      isRoot
        ? { ...none, kill: 'enforced' }
        : falls
          ? { files: 'enforced', limits: 'missing' }
          : none,
    )
    await fooled.dispose()
    // As root the trial could write there: what it wrote is gone again.
    expect(existsSync('/usr/gatehouse-trial')).toBe(false)
  })

  it.runIf(linux)(
    'leaves nothing in its scratch folder and no command running when it is disposed',
    async () => {
      const own = join(root, 'own-scratch')
      mkdirSync(own)
      const leaving = openRunner({ stop: [], home, scratch: own })
      await leaving.ready
      const command = `sleep 97${process.pid}`
      const power = powerOf(leaving, command)
      const running = power.run({ command, cwd: '.', timeoutMs: 60_000 })
      expect(await soon(() => processesWith(`97${process.pid}`).length > 0)).toBe(true)
      await leaving.dispose()
      expect(await running).toMatchObject({ ok: true, value: { end: { kind: 'cancelled' } } })
      expect(readdirSync(own)).toEqual([])
      expect(processesWith(`97${process.pid}`)).toEqual([])
      expect(await power.run({ command, cwd: '.', timeoutMs: 1000 })).toEqual(
        refused('sandbox.missing'),
      )
    },
  )

  it.runIf(linux)('removes what a killed run of it left, and only that', async () => {
    const shared = join(root, 'shared')
    const [dead, alive, foreign] = [
      'gatehouse-sandbox-4194400-abc',
      `gatehouse-sandbox-${process.pid}-abc`,
      'gatehouse-sandbox-notes',
    ]
    for (const name of [dead, alive, foreign]) mkdirSync(join(shared, name), { recursive: true })
    const cleaning = openRunner({ stop: [], home, scratch: shared })
    await cleaning.ready
    await cleaning.dispose()
    expect(readdirSync(shared).toSorted()).toEqual([alive, foreign].toSorted())
  })
})
