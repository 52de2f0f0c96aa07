// A whole app in this process on a home of its own, and copies of that home as a kill leaves it.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { Approval } from '../../../contract/approval/approval.ts'
import type { Input, IpcChannel, Output } from '../../../contract/ipc/ipc.ts'
import { findAppPaths } from '../../../main/config/paths.ts'
import type { AppPaths } from '../../../main/config/paths.ts'
import { openApp } from '../../../main/wiring/app.ts'
import { openAgent } from './agent-socket.ts'
import type { AgentSocket } from './agent-socket.ts'
import { until } from './until.ts'

export type Life = {
  readonly agent: AgentSocket
  readonly workspace: string
  ask<C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>>
  held(count?: number): Promise<readonly Approval[]>
  dispose(): Promise<void>
}

const positionsOf = (home: string): AppPaths =>
  findAppPaths({
    env: { GATEHOUSE_HOME: home },
    platform: process.platform,
    homedir: dirname(home),
  })

export async function live(home: string): Promise<Life> {
  const paths = positionsOf(home)
  const composed = await openApp({
    host: 'browser',
    paths,
    version: '0.0.0-test',
    gatewayPort: null,
  })
  if (!composed.ok) throw new Error(composed.error.text)
  const app = composed.value
  const ask = async <C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>> => {
    const answer = await app.call(channel, input, {
      surface: channel === 'hook.decide' ? 'cli' : 'window',
    })
    if (!answer.ok) throw new Error(`${channel}: ${answer.error.text}`)
    return answer.value as Output<C>
  }
  const agent = await openAgent(paths.socketFile, 'agent')
  return {
    ask,
    agent,
    workspace: join(dirname(home), 'work'),
    held: (count = 1) =>
      until(`${count} held`, async () => {
        const found = await ask('approvals.list', { states: ['pending'], limit: 50 })
        return found.length >= count ? found : null
      }),
    async dispose() {
      agent.close()
      await app.dispose()
    },
  }
}

/** A home below `base`, with a workspace beside it. `config`: YAML after the line that names it. */
export function newHome(base: string, name: string, config = ''): string {
  const home = join(
    mkdtempSync(join(base, `${name.replaceAll(/\W+/g, '-').slice(0, 20)}-`)),
    'home',
  )
  const workspace = join(dirname(home), 'work')
  mkdirSync(home, { recursive: true, mode: 0o700 })
  mkdirSync(workspace)
  writeFileSync(join(workspace, 'notes.txt'), 'one line\n')
  writeFileSync(join(home, 'config.yaml'), `workspace: ${workspace}\n${config}`)
  return home
}

/** What lies in a home now, as a kill leaves it; null where it is what `last` was. */
export function copyOf(base: string, home: string, seen: Set<string>): string | null {
  const hash = createHash('sha256')
  const files = ['data/gatehouse.db', 'data/gatehouse.db-wal', 'state/journal-head.json']
  for (const file of files)
    if (existsSync(join(home, file))) hash.update(readFileSync(join(home, file)))
  const mark = hash.digest('hex')
  if (seen.has(mark)) return null
  seen.add(mark)
  const copy = join(mkdtempSync(join(base, 'copy-')), 'home')
  for (const folder of ['', 'data', 'state']) {
    mkdirSync(join(copy, folder), { recursive: true, mode: 0o700 })
    for (const one of readdirSync(join(home, folder), { withFileTypes: true }))
      if (one.isFile() && !/\.lock|-shm$|^journal-index/.test(one.name))
        copyFileSync(join(home, folder, one.name), join(copy, folder, one.name))
  }
  return copy
}
