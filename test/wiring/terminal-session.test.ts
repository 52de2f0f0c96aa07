// A terminal session in a whole Gatehouse: what an agent types is held, the card shows what it would
// be typed after, and a session ends with what began it.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Approval } from '../../contract/approval/approval.ts'
import type { RunId } from '../../contract/ids.ts'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import { findProgram } from '../../main/host/launch/program.mjs'
import type { App } from '../../main/host/app.ts'
import { openApp } from '../../main/wiring/app.ts'
import { makeTemporary } from '../temporary.ts'

let root: string
let app: App
const inWorkspace = (name: string): string => join(root, 'home-workspace', name)

beforeEach(async () => {
  root = makeTemporary('terminal')
  mkdirSync(join(root, 'home-workspace'))
  mkdirSync(join(root, 'home'), { mode: 0o700 })
  writeFileSync(join(root, 'home', 'config.yaml'), 'preset: flow\n')
  const paths = findAppPaths({
    env: { GATEHOUSE_HOME: join(root, 'home') },
    platform: process.platform,
    homedir: root,
  })
  const opened = await openApp({ host: 'browser', paths, version: '0.0.0-test' })
  if (!opened.ok) throw new Error(opened.error.text)
  app = opened.value
})
afterEach(async () => {
  await app.dispose()
  rmSync(root, { recursive: true, force: true })
})

async function ask<C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>> {
  const answer = await app.call(channel, input, { surface: 'window' })
  if (!answer.ok) throw new Error(`${channel}: ${answer.error.code} ${answer.error.text}`)
  return answer.value as Output<C>
}
const call = (args: Record<string, unknown>): string => `tmux ${JSON.stringify(args)}`
const held = async (): Promise<Approval> => {
  let found: Approval | undefined
  await expect
    .poll(
      async () => (found = (await ask('approvals.list', { states: ['pending'], limit: 10 }))[0]),
      { timeout: 600_000 },
    )
    .toBeDefined()
  return found as Approval
}
const approve = async (): Promise<Approval> => {
  const approval = await held()
  await ask('approvals.answer', { id: approval.id, answer: 'once' })
  return approval
}
/** What its last call gave. */
const rested = async (id: RunId): Promise<string> => {
  await expect
    .poll(async () => (await ask('runs.get', { id })).run.state)
    .toMatch(/idle|failed|stopped|interrupted/)
  const { items } = await ask('runs.get', { id })
  const ended = items.flatMap((item) =>
    item.kind === 'call' && item.state.kind === 'ended' ? [item.state.result.text] : [],
  )
  return ended.at(-1) ?? ''
}
const startSession = async (): Promise<RunId> => {
  const { id } = await ask('runs.start', {
    text: call({ action: 'create', session_name: 'dev', command: 'echo ready' }),
  })
  await approve()
  expect(await rested(id)).toContain('ready')
  return id
}
const ticking = call({
  action: 'send',
  session_name: 'dev',
  wait_seconds: 0,
  command: 'while :; do date +%N >> ticks; sleep 0.05; done',
})
const ticks = async (): Promise<boolean> => {
  rmSync(inWorkspace('ticks'), { force: true })
  await new Promise((done) => setTimeout(done, 400))
  return existsSync(inWorkspace('ticks'))
}

describe.runIf(process.platform === 'linux' && findProgram('tmux') !== null)(
  'a session of a run (skipped where there is no tmux)',
  () => {
    it('is held at each line, with what comes before it, and looked at without asking', async () => {
      const id = await startSession()
      await ask('runs.send', {
        id,
        text: call({ action: 'send', session_name: 'dev', command: 'touch made-', enter: false }),
      })
      await approve()
      await rested(id)
      expect(existsSync(inWorkspace('made-'))).toBe(false)
      await ask('runs.send', {
        id,
        text: call({ action: 'send', session_name: 'dev', command: 'here' }),
      })
      const approval = await approve()
      expect(approval.facts).toEqual({
        kind: 'terminal',
        verb: 'Type into the terminal session',
        target: 'dev',
        screen: expect.stringContaining('touch made-') as string,
        reader: null,
        typed: 'touch made-',
        clears: false,
        keys: ['Enter'],
        sent: 'here',
        line: 'touch made-here',
      })
      expect(approval.decision).toMatchObject({ tier: 'R3', baseTier: 'R3' })
      expect([approval.rehearsal, approval.staged, approval.undo?.kind]).toEqual([
        null,
        null,
        'none',
      ])
      await rested(id)
      expect(existsSync(inWorkspace('made-here'))).toBe(true)
      await ask('runs.send', { id, text: call({ action: 'read', session_name: 'dev' }) })
      expect(await rested(id)).toContain('touch made-here')
      await ask('runs.send', { id, text: call({ action: 'kill', session_name: 'dev' }) })
      expect(await rested(id)).toContain('ended')
    })

    it('says that a closed place is named, and needs a proof for a tree @whole', async () => {
      const id = await startSession()
      const sends = (command: string) =>
        ask('runs.send', { id, text: call({ action: 'send', session_name: 'dev', command }) })
      const denied = async (command: string) => {
        await sends(command)
        const { id: approval, decision } = await held()
        await ask('approvals.answer', { id: approval, answer: 'deny-once' })
        await rested(id)
        return { tier: decision.tier, codes: decision.reasons.map(({ code }) => code) }
      }
      expect((await denied(`cat ${join(root, 'home', 'journal')}`)).codes).toContain(
        'command.closed',
      )
      expect(await denied('rm -rf .')).toMatchObject({ tier: 'R4' })
    })

    it('ends when its run is stopped @whole', async () => {
      const id = await startSession()
      await ask('runs.send', { id, text: ticking })
      await approve()
      await rested(id)
      await expect.poll(ticks).toBe(true)
      await ask('runs.stop', { id })
      expect(await ticks()).toBe(false)
      await ask('runs.send', { id, text: call({ action: 'list' }) })
      expect(await rested(id)).toBe('No session is open.')
    })
  },
)
