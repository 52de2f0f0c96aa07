// Nine servers that people use, from the registry of npm and one over HTTP that wants a sign-in: from
// nothing to the first useful call, through the whole product, with each step of the person counted.
// In the long form only: it needs the network, and downloads about 200 packages.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallResult } from '../../contract/call/call.ts'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import type { Json } from '../../contract/json.ts'
import { grantText } from '../../contract/server/missed-grant.ts'
import { needsFetch } from '../../contract/server/package-of.ts'
import { ServerConfig } from '../../contract/server/server.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import type { App } from '../../main/host/app.ts'
import type { SystemStore } from '../../main/secrets/system-store.ts'
import { ORDINARY } from '../../main/sandbox/linux/host-user.ts'
import { openApp } from '../../main/wiring/app.ts'
import { startGuardedServer } from '../fakes/mcp/guarded-server.ts'
import type { GuardedServer } from '../fakes/mcp/guarded-server.ts'
import { soak } from '../soak.ts'

const turned = (text: string): string => text.split('').toReversed().join('')
const keychain: SystemStore = {
  available: async () => ({ ok: true, backend: 'gnome_libsecret' }),
  encrypt: async (text) => Buffer.from(turned(text)),
  decrypt: async (encrypted) => turned(encrypted.toString()),
}
const canBuild = existsSync('/usr/include/node/node_version.h') && existsSync('/usr/bin/g++')
const chromium = '/usr/bin/chromium'

let root: string
let app: App
let guarded: GuardedServer
const docs = (): string => join(root, 'docs')

beforeAll(async () => {
  if (!soak) return
  // Not in /tmp, where the sandbox has a folder of its own.
  root = mkdtempSync(join(process.getuid?.() === 0 ? '/srv' : homedir(), 'gatehouse-nine-'))
  for (const folder of ['home-workspace', 'docs', 'repository']) mkdirSync(join(root, folder))
  writeFileSync(join(docs(), 'letter.txt'), 'Dear reader')
  execFileSync('git', ['init', '-q', join(root, 'repository')])
  // The servers then belong to nobody in particular, and Git looks whose a repository is.
  if (process.getuid?.() === 0) {
    execFileSync('chmod', ['a+rx', root])
    execFileSync('chown', ['-R', `${ORDINARY.uid}`, docs(), join(root, 'repository')])
  }
  guarded = await startGuardedServer()
  const paths = findAppPaths({
    env: { GATEHOUSE_HOME: join(root, 'home') },
    platform: process.platform,
    homedir: root,
  })
  const composed = await openApp({
    host: 'browser',
    paths,
    version: '0.0.0-test',
    systemStore: keychain,
    browse: async (address) => void (await (await fetch(address)).text()),
  })
  if (!composed.ok) throw new Error(composed.error.text)
  app = composed.value
})
afterAll(async () => {
  if (!soak) return
  await app.dispose()
  guarded.close()
  rmSync(root, { recursive: true, force: true })
})

async function ask<C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>> {
  const surface = channel === 'tools.run' ? 'cli' : 'window'
  const answer = await app.call(channel, input, { surface })
  if (!answer.ok) throw new Error(`${channel}: ${answer.error.code} ${answer.error.text}`)
  return answer.value as Output<C>
}
const listed = async (name: string) =>
  (await ask('servers.list', {})).find((one) => one.name === name)

/** One command: what it fetches is shown with it, and the yes is one. */
async function add(name: string, config: ServerConfig): Promise<string> {
  const plan = needsFetch(config) ? await ask('servers.package', { config }) : null
  await ask('servers.add', {
    name,
    config,
    confirmed: true,
    ...(plan === null ? {} : { fetch: { plan: plan.id, scripts: plan.scripts.length > 0 } }),
  })
  return 'add'
}
/** Each thing that it lacked, one press. */
async function grantAll(name: string): Promise<readonly string[]> {
  const steps: string[] = []
  for (const grant of (await listed(name))?.missed ?? []) {
    await ask('servers.grant', { name, grant, confirmed: true })
    steps.push(`grant ${grantText(grant).replace(root, '')}`)
  }
  return steps
}
async function review(name: string): Promise<string> {
  const found = await ask('servers.review', { name })
  const items = found.items.flatMap(({ what, name: own, state }) =>
    state === 'new' || state === 'changed' ? [{ what, name: own }] : [],
  )
  await ask('servers.accept', { name, items, digest: found.digest })
  return 'review'
}
/** The call, and an approval where it is held. */
async function call(
  tool: string,
  args: Json,
): Promise<{ readonly result: CallResult; readonly approved: readonly string[] }> {
  let ended = false
  const under = ask('tools.run', { tool, args, wait: true }).finally(() => (ended = true))
  const approved: string[] = []
  while (!ended) {
    const [held] = await ask('approvals.list', { states: ['pending'], limit: 1 })
    if (held === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      continue
    }
    approved.push('approve')
    await ask('approvals.answer', { id: held.id, answer: 'once' })
  }
  return { result: await under, approved }
}

type Case = {
  readonly name: string
  readonly config: () => Record<string, unknown>
  readonly tool: string
  readonly args: () => Json
  /** In the answer of the first useful call. */
  readonly says: RegExp
  readonly steps: readonly string[]
  readonly without?: string
}
const npx = (...args: string[]) => ({ transport: 'stdio', command: 'npx', args: ['-y', ...args] })
const few = ['add', 'review', 'approve']

const cases: readonly Case[] = [
  {
    name: 'everything',
    config: () => npx('@modelcontextprotocol/server-everything'),
    tool: 'get-sum',
    args: () => ({ a: 20, b: 22 }),
    says: /42/,
    steps: few,
  },
  {
    name: 'filesystem',
    config: () => ({
      ...npx('@modelcontextprotocol/server-filesystem', docs()),
      trust: 'verified',
    }),
    tool: 'read_text_file',
    args: () => ({ path: join(docs(), 'letter.txt') }),
    says: /Dear reader/,
    steps: ['add', 'grant read:/docs', 'review', 'approve'],
  },
  {
    name: 'memory',
    config: () => ({ ...npx('@modelcontextprotocol/server-memory'), trust: 'verified' }),
    tool: 'create_entities',
    args: () => ({ entities: [{ name: 'Ada', entityType: 'person', observations: ['writes'] }] }),
    says: /Ada/,
    steps: few,
  },
  {
    name: 'thinking',
    config: () => ({
      ...npx('@modelcontextprotocol/server-sequential-thinking'),
      trust: 'verified',
    }),
    tool: 'sequentialthinking',
    args: () => ({ thought: 'One.', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 }),
    says: /thoughtNumber/,
    steps: few,
  },
  {
    name: 'context7',
    config: () => ({ ...npx('@upstash/context7-mcp'), hosts: ['context7.com'], trust: 'verified' }),
    tool: 'resolve-library-id',
    args: () => ({ libraryName: 'react', query: 'hooks' }),
    // Its service may be out of reach of the machine that runs this: it then answers with its error.
    says: /./,
    steps: few,
  },
  {
    name: 'git',
    config: () => ({
      ...npx('@cyanheads/git-mcp-server'),
      folders: [{ path: join(root, 'repository'), write: true }],
      trust: 'verified',
    }),
    tool: 'git_status',
    args: () => ({ path: join(root, 'repository') }),
    says: /branch|clean/i,
    steps: few,
  },
  {
    // Its native part is built here, in the sandbox and without network.
    name: 'sql',
    config: () => ({ ...npx('mcp-server-sqlite-npx', '/home/program/data.db'), trust: 'verified' }),
    tool: 'create_table',
    args: () => ({ query: 'CREATE TABLE notes (text TEXT)' }),

    says: /"status":"done".*"text":"\[\]"/,
    steps: few,
    without: canBuild ? '' : 'nothing here builds native parts',
  },
  {
    name: 'web',
    config: () => ({
      ...npx(
        '@playwright/mcp',
        '--headless',
        '--isolated',
        '--no-sandbox',
        '--executable-path',
        chromium,
      ),
      sockets: true,
      trust: 'verified',
    }),
    tool: 'browser_navigate',
    args: () => ({ url: 'data:text/html,<title>Hello</title>' }),
    says: /Hello/,
    steps: few,
    without: existsSync(chromium) ? '' : 'no Chromium here',
  },
]

describe.runIf(soak)('a server that people use @soak', () => {
  it.each(cases.filter(({ without = '' }) => without === ''))(
    '$name: $steps',
    async ({ name, config, tool, args, says, steps }) => {
      const done = [await add(name, ServerConfig.parse(config())), ...(await grantAll(name))]
      done.push(await review(name))
      const { result, approved } = await call(`${name}__${tool}`, args())
      done.push(...approved)
      expect({ done, text: JSON.stringify(result) }).toEqual({
        done: [...steps],
        text: expect.stringMatching(says),
      })
    },
    1_200_000,
  )

  it('that lacks its key ends with the name of the variable', async () => {
    await add('brave', ServerConfig.parse(npx('@modelcontextprotocol/server-brave-search')))
    await expect
      .poll(async () => (await listed('brave'))?.state)
      .toMatchObject({ kind: 'stopped', hint: expect.stringContaining('BRAVE_API_KEY is missing') })
  }, 600_000)

  it('over HTTP with a sign-in: add, sign in, review, approve', async () => {
    const done = [
      await add(
        'forge',
        ServerConfig.parse({ transport: 'http', url: guarded.url, trust: 'verified' }),
      ),
    ]
    await expect.poll(async () => (await listed('forge'))?.state.kind).toBe('needs-sign-in')
    await ask('servers.start', { name: 'forge' })
    done.push('sign in')
    await expect.poll(async () => (await listed('forge'))?.state.kind).toBe('ready')
    done.push(await review('forge'))
    const tool = (await ask('tools.list', {})).find(({ manifest }) =>
      manifest.name.startsWith('forge__'),
    )
    const { result, approved } = await call(tool?.manifest.name ?? '', {})
    done.push(...approved)
    expect([done, result.status]).toEqual([['add', 'sign in', 'review', 'approve'], 'done'])
  }, 600_000)
})
