// A whole app, opened again where the clock of the machine was set back meanwhile.
import { rmSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { noPatterns, type Lease } from '../../contract/approval/lease.ts'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import { answerAtRest } from '../../main/host/cli/session/answer-at-rest.ts'
import { storedForCalls } from '../../main/host/cli/session/stored-for-calls.ts'
import { openApp } from '../../main/wiring/app.ts'
import { systemClock } from '../../main/wiring/clock.ts'
import { fakeCliContext } from '../fakes/cli-context.ts'
import { makeTemporary } from '../temporary.ts'

const HOUR = 3_600_000
const root = makeTemporary('clock')
afterAll(() => rmSync(root, { recursive: true, force: true }))

const env = { GATEHOUSE_HOME: root }
const paths = findAppPaths({ env, platform: process.platform, homedir: root })

/** What a look says with no app, of answers that are in force. */
async function alone(): Promise<readonly (readonly string[])[]> {
  const listed = await answerAtRest(fakeCliContext({ env, homedir: root }), paths, 'leases.list', {
    all: false,
  })
  const calls = await storedForCalls(paths)
  if (listed === null || !listed.ok || calls === null) throw new Error('A whole app is needed.')
  return [kindsOf(listed.value as Output<'leases.list'>), kindsOf(calls.leases)]
}

const kindsOf = (leases: readonly Lease[]): readonly string[] =>
  leases
    .map(({ expiresAt }) => (expiresAt === null ? 'lasts' : 'timed'))
    .toSorted((a, b) => a.localeCompare(b))

/** One start, by a clock that is so far ahead of the machine's. */
async function during<T>(ahead: number, work: (ask: Ask) => Promise<T>): Promise<T> {
  const opened = await openApp({
    host: 'browser',
    paths,
    version: '0.0.0-test',
    gatewayPort: 0,
    clock: { ...systemClock, now: () => Date.now() + ahead },
  })
  if (!opened.ok) throw new Error(opened.error.text)
  try {
    return await work(async (channel, input) => {
      const answer = await opened.value.call(channel, input, { surface: 'window' })
      if (!answer.ok) throw new Error(`${channel}: ${answer.error.text}`)
      return answer.value as Output<typeof channel>
    })
  } finally {
    await opened.value.dispose()
  }
}
type Ask = <C extends IpcChannel>(channel: C, input: Input<C>) => Promise<Output<C>>

it('revokes answers for a time, with a row each, and no others, and commands that only read say so before', async () => {
  const grant = (ask: Ask, command: string, expiresInSeconds: number | null) =>
    ask('leases.grant', {
      tool: 'exec',
      action: null,
      confirmed: true,
      scope: { patterns: { ...noPatterns, commands: [command] }, maxUses: null, expiresInSeconds },
    })
  const left = async (ask: Ask) => kindsOf(await ask('leases.list', { all: false }))
  const revoked = async (ask: Ask) =>
    (
      await ask('audit.page', {
        limit: 50,
        filter: { kinds: ['lease'], tool: null, effect: null, callId: null, runId: null, text: '' },
      })
    ).rows.filter(({ entry }) => entry.kind === 'lease' && entry.change === 'revoked').length
  await during(24 * HOUR, async (ask) => {
    await grant(ask, 'echo', 8 * 3_600)
    await grant(ask, 'true', null)
    expect(await left(ask)).toEqual(['lasts', 'timed'])
  })
  expect(await alone()).toEqual([['lasts'], ['lasts']])
  expect(await during(0, async (ask) => [await left(ask), await revoked(ask)])).toEqual([
    ['lasts'],
    1,
  ])
  // By a clock that is set back, new ones are as always.
  await during(0, async (ask) => void (await grant(ask, 'ls', 8 * 3_600)))
  expect(await during(0, async (ask) => [await left(ask), await revoked(ask)])).toEqual([
    ['lasts', 'timed'],
    1,
  ])
  expect(await alone()).toEqual([
    ['lasts', 'timed'],
    ['lasts', 'timed'],
  ])
})
