// Anyone who speaks as a window or as the command line, with no person behind it: nothing is made
// looser through any entry point by a call alone, and what only tightens is never asked about. One
// whole Gatehouse, its real file.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import type { App } from '../../main/host/app.ts'
import { openApp } from '../../main/wiring/app.ts'

const first = `preset: ask
exfiltrationGuard: { enabled: true }
rules:
  - {id: a, when: {tools: [exec]}, effect: deny, reason: no}
tools: { write_file: { tier: R3, default: confirm, rateLimits: { perMinute: 5 } }, exec: { disabled: true } }
servers:
  on: { transport: stdio, command: node, hosts: [api.example.org], folders: [{ path: /srv/docs }], trust: verified }
  off: { transport: stdio, command: node, enabled: false }
`
const evil = {
  transport: 'stdio',
  command: 'curl',
  args: ['https://evil.example.org'],
  env: {},
  hosts: ['evil.example.org'],
  folders: [],
  trust: 'local',
  enabled: true,
  timeoutSeconds: 60,
} as const
const scope = {
  patterns: { paths: ['/**'], hosts: [], methods: [], commands: [] },
  maxUses: null,
  expiresInSeconds: null,
}
let root: string
let app: App
const file = (): string => join(root, 'home', 'config.yaml')
const passphrase = { kind: 'passphrase', passphrase: 'correct horse' } as const

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-loosening-'))
  for (const folder of ['home', 'home-workspace', 'elsewhere']) mkdirSync(join(root, folder))
  writeFileSync(file(), first)
  const paths = findAppPaths({
    env: { GATEHOUSE_HOME: join(root, 'home') },
    platform: process.platform,
    homedir: root,
  })
  const composed = await openApp({ host: 'browser', paths: paths, version: '0.0.0-test' })
  if (!composed.ok) throw new Error(composed.error.text)
  app = composed.value
})
afterAll(async () => {
  await app.dispose()
  rmSync(root, { recursive: true, force: true })
})

const call = (channel: IpcChannel, input: object, surface: 'window' | 'cli' = 'window') =>
  app.call(channel, input, { surface })
async function ask<C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>> {
  const answer = await call(channel, input)
  if (!answer.ok) throw new Error(JSON.stringify(answer.error))
  return answer.value as Output<C>
}
const rule = (id: string, effect: 'allow' | 'deny') => ({
  id,
  when: { tools: ['write_file'], paths: ['docs/**'] },
  effect,
  reason: 'x',
})
/** All that a lease or a file could have gained. */
const whole = async () => [
  readFileSync(file(), 'utf8'),
  await ask('leases.list', { all: true }),
  (await ask('app.state', {})).policyHash,
]

const relaxations: readonly (readonly [
  name: string,
  channel: IpcChannel,
  input: () => object,
  says: RegExp,
])[] = [
  ['a rule that allows', 'config.update', () => ({ addRule: rule('b', 'allow') }), /Rule b allows/],
  [
    'a rule that refuses taken out',
    'config.update',
    () => ({ removeRule: 'a' }),
    /Rule a, which denies, was removed/,
  ],
  [
    'a rule that refuses put in together with one that allows',
    'config.update',
    () => ({ removeRule: 'a', addRule: rule('c', 'deny') }),
    /Rule a/,
  ],
  [
    'another folder',
    'config.update',
    () => ({ workspace: join(root, 'elsewhere') }),
    /another folder/,
  ],
  [
    'a lower tier',
    'config.update',
    () => ({ tool: { name: 'write_file', setting: { tier: null } } }),
    /not raised to R3/,
  ],
  [
    'a freer default',
    'config.update',
    () => ({ tool: { name: 'write_file', setting: { default: 'allow' } } }),
    /looser default/,
  ],
  [
    'a limit taken away',
    'config.update',
    () => ({ tool: { name: 'write_file', setting: { rateLimits: { perMinute: null } } } }),
    /more often/,
  ],
  [
    'a tool switched on',
    'config.update',
    () => ({ tool: { name: 'exec', setting: { disabled: null } } }),
    /exec is switched on/,
  ],
  ['the guard off by its own channel', 'guard.set', () => ({ on: false }), /guard is off/],
  [
    'the guard off by the configuration',
    'config.update',
    () => ({ exfiltrationGuard: { enabled: false } }),
    /guard is off/,
  ],
  [
    'a server by the configuration',
    'config.update',
    () => ({ server: { name: 'evil', config: evil } }),
    /evil is added/,
  ],
  [
    'a server by its own channel',
    'servers.add',
    () => ({ name: 'evil', config: evil }),
    /evil is added/,
  ],
  ['a server switched on', 'servers.start', () => ({ name: 'off' }), /off is switched on/],
  [
    'a server switched on by a change of it',
    'servers.change',
    () => ({ name: 'off', enabled: true }),
    /off is switched on/,
  ],
  ['more trust', 'servers.change', () => ({ name: 'on', trust: 'local' }), /trusted more/],
  [
    'one more host',
    'servers.change',
    () => ({ name: 'on', hosts: ['api.example.org', 'evil.example.org'] }),
    /connect to evil/,
  ],
  [
    'a folder to write in',
    'servers.change',
    () => ({ name: 'on', folders: [{ path: '/srv/docs', write: true }] }),
    /write in \/srv\/docs/,
  ],
  [
    'another command under a known name',
    'config.update',
    () => ({ server: { name: 'on', config: { ...evil, hosts: [] } } }),
    /different command or address/,
  ],
  [
    'a lasting yes by hand',
    'leases.grant',
    () => ({ tool: 'write_file', scope }),
    /without asking/,
  ],
]

const tighter: readonly (readonly [name: string, channel: IpcChannel, input: () => object])[] = [
  ['a rule that refuses', 'config.update', () => ({ addRule: rule('d', 'deny') })],
  ['a stricter preset', 'config.update', () => ({ preset: 'careful' })],
  [
    'a higher tier',
    'config.update',
    () => ({ tool: { name: 'write_file', setting: { tier: 'R4' } } }),
  ],
  [
    'a tool switched off',
    'config.update',
    () => ({ tool: { name: 'read_file', setting: { disabled: true } } }),
  ],
  ['the guard on', 'guard.set', () => ({ on: true })],
  ['the look', 'config.update', () => ({ window: { theme: 'dark' } })],
  ['less trust', 'servers.change', () => ({ name: 'on', trust: 'community' })],
  ['a host and a folder less', 'servers.change', () => ({ name: 'on', hosts: [], folders: [] })],
  ['a server off', 'servers.change', () => ({ name: 'on', enabled: false })],
  [
    'another command for a server that is off',
    'config.update',
    () => ({ server: { name: 'off', config: { ...evil, enabled: false } } }),
  ],
]

describe.each(['window', 'cli'] as const)('from the %s, with no person behind it', (surface) => {
  const routers = relaxations.filter(
    ([, channel]) => surface !== 'cli' || channel !== 'servers.change',
  )
  it.each(routers)('%s is not done', async (_, channel, input, says) => {
    const before = await whole()
    const answer = await call(channel, input(), surface)
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'policy.unconfirmed', text: expect.stringMatching(says) },
    })
    expect(await whole()).toEqual(before)
  })
})

describe('once a passphrase is set', () => {
  beforeAll(async () => void (await ask('step-up.set-passphrase', { passphrase: 'correct horse' })))

  it.each(relaxations)(
    '%s needs it, and a confirmation alone is not enough',
    async (_, channel, input, says) => {
      const before = await whole()
      for (const given of [{}, { confirmed: true }]) {
        const answer = await call(channel, { ...input(), ...given })
        expect(answer).toMatchObject({
          ok: false,
          error: { code: 'approval.step-up', text: expect.stringMatching(says) },
        })
      }
      expect(await whole()).toEqual(before)
    },
  )

  it('a wrong passphrase does nothing, and a right one only what it was given for', async () => {
    const before = await whole()
    const wrong = { kind: 'passphrase', passphrase: 'wrong horse' } as const
    expect(await call('config.update', { removeRule: 'a', proof: wrong })).toMatchObject({
      error: { code: 'step-up.wrong' },
    })
    expect(await whole()).toEqual(before)
    expect(await call('config.update', { removeRule: 'a', proof: passphrase })).toMatchObject({
      ok: true,
    })
    expect(readFileSync(file(), 'utf8')).not.toContain('id: a')
    expect(await call('config.update', { addRule: rule('b', 'allow') })).toMatchObject({
      error: { code: 'approval.step-up' },
    })
  })

  it.each(tighter)('%s needs no passphrase', async (_, channel, input) => {
    expect(await call(channel, input())).toMatchObject({ ok: true })
  })

  it('a stop that is in force in memory only is not lifted without it @whole', async () => {
    // The guard is on in memory and cannot be written: the file says off.
    const text = readFileSync(file(), 'utf8')
    writeFileSync(file(), `${text.replace('enabled: true', 'enabled: false')}nonsense: [\n`)
    expect(await call('guard.set', { on: true })).toMatchObject({ ok: false })
    writeFileSync(file(), text.replace('enabled: true', 'enabled: false'))
    await expect.poll(async () => (await ask('app.state', {})).config.problem).toBe(null)
    expect((await ask('app.state', {})).guard.on).toBe(true)
    expect(await call('guard.set', { on: false, confirmed: true })).toMatchObject({
      error: { code: 'approval.step-up' },
    })
    expect(await call('config.update', { window: { density: 'compact' } })).toMatchObject({
      ok: true,
    })
    expect((await ask('app.state', {})).guard.on).toBe(true)
    expect(await call('guard.set', { on: false, proof: passphrase })).toMatchObject({
      ok: true,
      value: { guard: { on: false } },
    })
    expect(existsSync(file())).toBe(true)
  })
})
