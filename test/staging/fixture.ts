// A whole Gatehouse with a real sandbox over a real workspace of an ordinary user.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import type { Approval, Reply } from '../../contract/approval/approval.ts'
import type { CallResult } from '../../contract/call/call.ts'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import { JournalFilter } from '../../contract/journal/journal.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import type { App } from '../../main/host/app.ts'
import { openApp } from '../../main/wiring/app.ts'
import { systemClock } from '../../main/wiring/clock.ts'
import { own } from '../sandbox/rehearsal/fixture.ts'

const noFilter = (callId: string) => JournalFilter.parse({ callId })

export type StagingFixture = Awaited<ReturnType<typeof openStagingFixture>>

/**
 * @param config beside the workspace. @param owner root's own folders are copied, for no layer can
 *   be laid over them; elsewhere than as root it makes no difference. @param location of the
 *   workspace: directly in /tmp, or deeper.
 */
export async function openStagingFixture(
  config = '',
  owner: 'user' | 'root' = 'user',
  location: 'directly' | 'deep' = 'deep',
) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-staged-')))
  const home = join(root, 'home')
  const work = location === 'deep' ? join(root, 'work') : mkdtempSync('/tmp/gatehouse-staged-work-')
  mkdirSync(home, { mode: 0o700 })
  mkdirSync(work, { recursive: true })
  writeFileSync(join(home, 'config.yaml'), `workspace: ${work}\n${config}`)
  const paths = findAppPaths({
    env: { GATEHOUSE_HOME: home },
    platform: process.platform,
    homedir: root,
  })
  let skipped = 0
  const clock = {
    now: () => systemClock.now() + skipped,
    monotonic: () => systemClock.monotonic() + skipped,
  }
  const start = async (): Promise<App> => {
    const opened = await openApp({ host: 'browser', paths, version: '0.0.0-test', clock })
    if (!opened.ok) throw new Error(opened.error.text)
    return opened.value
  }
  let app = await start()

  const file = (path: string): string => join(work, path)
  const ask = async <C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>> => {
    const surface = channel === 'tools.run' ? 'cli' : 'window'
    const answer = await app.call(channel, input, { surface })
    if (!answer.ok) throw new Error(`${channel}: ${answer.error.code} ${answer.error.text}`)
    return answer.value as Output<C>
  }
  const pending = (): Promise<readonly Approval[]> =>
    ask('approvals.list', { states: ['pending'], limit: 20 })

  return {
    root,
    work,
    file,
    ask,
    pending,
    /** Sets its clock forward, so that no limit of a minute counts what a test does in one. */
    later: (ms: number): void => void (skipped += ms),
    /** Files by path, owned by the workspace's owner. */
    put(files: Readonly<Record<string, string>>): void {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(file(path)), { recursive: true })
        writeFileSync(file(path), text)
      }
      if (owner === 'user') own(work)
    },
    read: (path: string): string => readFileSync(file(path), 'utf8'),
    exec: (command: string, more: object = {}): Promise<CallResult> =>
      ask('tools.run', {
        tool: 'exec',
        args: { command, ...more },
        wait: true,
      }) as Promise<CallResult>,
    /** With nobody there to be asked: what needs approval is denied. */
    unattended: (command: string): Promise<CallResult> =>
      ask('tools.run', { tool: 'exec', args: { command }, wait: false }) as Promise<CallResult>,
    /** The one call that waits. */
    async held(): Promise<Approval> {
      let found: readonly Approval[] = []
      await expect.poll(async () => (found = await pending()).length, { timeout: 300_000 }).toBe(1)
      return found[0] as Approval
    },
    answer: (id: Approval['id'], reply: Reply) =>
      app.call('approvals.answer', { id, ...reply }, { surface: 'window' }),
    /** Of one call, oldest first. */
    async journal(callId: string): Promise<readonly JournalEntry[]> {
      const { rows } = await ask('audit.page', { filter: noFilter(callId), limit: 100 })
      return rows.map(({ entry }) => entry).toReversed()
    },
    async restart(): Promise<void> {
      await app.dispose()
      app = await start()
    },
    async close(): Promise<void> {
      await app.dispose()
      for (const folder of [root, work]) rmSync(folder, { recursive: true, force: true })
    },
  }
}
