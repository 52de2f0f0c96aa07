// A whole Gatehouse with all outside services set up, each a fake that follows the published wire
// format, and a person who answers what is held.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Approval, ApprovalAnswer } from '../../../contract/approval/approval.ts'
import type { CallResult } from '../../../contract/call/call.ts'
import type { PanelEvent } from '../../../contract/ipc/event.ts'
import type { Input, IpcChannel, Output } from '../../../contract/ipc/ipc.ts'
import { findAppPaths } from '../../../main/config/paths.ts'
import type { App } from '../../../main/host/app.ts'
import { systemClock } from '../../../main/wiring/clock.ts'
import { openApp } from '../../../main/wiring/app.ts'
import { makeTemporary } from '../../temporary.ts'
import { fakeGithub, GITHUB_TOKEN } from './github.ts'
import { CLIENT, fakeGoogle } from './google.ts'
import type { FakeGoogle } from './google.ts'
import { fakeLibrary, LIBRARY_KEY } from './library.ts'
import { fakeTodoist, TODOIST_TOKEN } from './todoist.ts'
import { fakeVault, VAULT_KEY } from './vault.ts'

let root = ''
let app: App | null = null
let before: string | undefined

/** Call in the test file: a folder for each test, and the passphrase that opens the store. */
export function wholeApp(): void {
  beforeEach(openRoot)
  afterEach(endAll)
}

/** The same, with one folder and one app for all tests of the file. */
export function sharedWholeApp(options: Parameters<typeof startServices>[0] = {}): void {
  beforeAll(async () => {
    openRoot()
    await startServices(options)
  }, 600_000)
  afterAll(endAll)
}

function openRoot(): void {
  root = makeTemporary('services')
  before = process.env['GATEHOUSE_PASSPHRASE']
  process.env['GATEHOUSE_PASSPHRASE'] = 'correct horse battery'
}
async function endAll(): Promise<void> {
  await app?.dispose()
  app = null
  if (before === undefined) delete process.env['GATEHOUSE_PASSPHRASE']
  else process.env['GATEHOUSE_PASSPHRASE'] = before
  rmSync(root, { recursive: true, force: true })
}

export async function ask<C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>> {
  const answer = await tryTo(channel, input)
  if (!answer.ok) throw new Error(`${channel}: ${answer.error.code} ${answer.error.text}`)
  return answer.value
}

export async function tryTo<C extends IpcChannel>(channel: C, input: Input<C>) {
  if (app === null) throw new Error('The app is not started.')
  const surface = channel === 'tools.run' ? 'cli' : 'window'
  const answer = await app.call(channel, input, { surface })
  return answer as { ok: true; value: Output<C> } | Extract<typeof answer, { ok: false }>
}

/** A window that is open: every event from now on. */
export function watchScreen(): readonly PanelEvent[] {
  if (app === null) throw new Error('The app is not started.')
  const shown: PanelEvent[] = []
  app.subscribe((event) => void shown.push(event))
  return shown
}

/** Every row of the journal that there is in a test. */
export const journal = () =>
  ask('audit.page', {
    limit: 200,
    filter: { kinds: [], tool: null, effect: null, callId: null, runId: null, text: '' },
  })

/** Where nothing of Gatehouse is. */
export const besideHome = (name: string): string => join(root, name)
export const inHome = (name: string): string => join(root, 'home', name)

/** Services without any credential. `more`: further lines of the configuration. */
export async function startServices({
  google: given,
  more = '',
  extra = '',
  allow = true,
  prepare = () => {},
  now = Date.now,
  webhookPort,
  open = openApp,
}: {
  readonly google?: FakeGoogle
  readonly more?: string
  /** Further lines under `services`. */
  readonly extra?: string
  readonly allow?: boolean
  /** Once the home is there, before the app opens. */
  readonly prepare?: () => void
  /** What its clock says. */
  readonly now?: () => number
  /** Left out: no events come in. */
  readonly webhookPort?: number
  /** Left out: as every host opens it. */
  readonly open?: typeof openApp
} = {}) {
  const google = given ?? (await fakeGoogle())
  const services = {
    github: await fakeGithub(),
    todoist: await fakeTodoist(),
    radarr: await fakeLibrary('movie'),
    sonarr: await fakeLibrary('series'),
    obsidian: await fakeVault(),
  }
  mkdirSync(join(root, 'home'), { mode: 0o700 })
  const lines = Object.entries(services).map(([name, { url }]) => `  ${name}:\n    url: ${url}\n`)
  const ofGoogle = [
    ['mail', google.url],
    ['calendar', `${google.url}/calendar/v3`],
    ['signIn', `${google.url}/auth`],
    ['token', `${google.url}/token`],
  ].map(([key, url]) => `    ${key}: ${url}\n`)
  writeFileSync(
    join(root, 'home', 'config.yaml'),
    `${more}services:\n${extra}${lines.join('')}  google:\n${ofGoogle.join('')}`,
  )
  prepare()
  const paths = findAppPaths({
    env: { GATEHOUSE_HOME: join(root, 'home') },
    platform: process.platform,
    homedir: root,
  })
  const opened = await open({
    host: 'browser',
    paths,
    version: '0.0.0-test',
    // Any free port, and only once there is a client.
    gatewayPort: 0,
    clock: { ...systemClock, now },
    ...(webhookPort === undefined ? {} : { webhookPort }),
    browse: (page) => google.visit(page, allow),
  })
  if (!opened.ok) throw new Error(opened.error.text)
  app = opened.value
  return { ...services, google }
}

export const store = (name: string, url: string, value: string, header = 'authorization') =>
  ask('secrets.set', {
    name,
    hosts: [new URL(url).host],
    header,
    template: header === 'authorization' ? 'Bearer {}' : '{}',
    value,
  })

export const signIn = () =>
  tryTo('accounts.sign-in', {
    account: 'google',
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
  })

/** With every credential stored, and signed in. */
export async function startAll(options: Parameters<typeof startServices>[0] = {}) {
  const services = await startServices(options)
  await store('github-token', services.github.url, GITHUB_TOKEN)
  await store('todoist-token', services.todoist.url, TODOIST_TOKEN)
  await store('radarr-key', services.radarr.url, LIBRARY_KEY, 'x-api-key')
  await store('sonarr-key', services.sonarr.url, LIBRARY_KEY, 'x-api-key')
  await store('obsidian-key', services.obsidian.url, VAULT_KEY)
  expect(await signIn()).toEqual({ ok: true, value: null })
  return services
}

/** Answers everything that is held until `work` is over; gives back what was held. */
export async function answering<T>(
  work: Promise<T>,
  answer: (held: Approval) => ApprovalAnswer,
): Promise<{ readonly ended: T; readonly held: readonly Approval[] }> {
  const held: Approval[] = []
  let over = false
  const end = work.finally(() => (over = true))
  while (!over) {
    const [pending] = await ask('approvals.list', { states: ['pending'], limit: 1 })
    if (pending !== undefined) {
      held.push(pending)
      await ask('approvals.answer', { id: pending.id, answer: answer(pending) })
    }
    await Promise.race([end, new Promise((done) => setTimeout(done, 15))])
  }
  return { ended: await end, held }
}

/** Runs it, and says yes where it is held. */
export async function runApproved(
  tool: string,
  args: Record<string, unknown>,
): Promise<{ readonly result: CallResult; readonly held: Approval | null }> {
  const running = ask('tools.run', { tool, args: args as never, wait: true })
  const { ended, held } = await answering(running, () => 'once')
  return { result: ended, held: held[0] ?? null }
}
