// A whole Gatehouse whose organisation pins a server, over a real program: its tools, prompts and
// resources in one definition each, and the files that it may be started from.
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ServerPins } from '../../contract/bundle/bundle.ts'
import type { ReviewedServer } from '../../main/host/cli/policy/bundle/build-bundle.ts'
import { filesIn } from '../../contract/server/launch.ts'
import { signedBundle, signingKey } from '../bundle/bundles.ts'
import { ask, journal, startServices, tryTo, wholeApp } from '../fakes/services/whole-app.ts'

wholeApp()

const project = join(import.meta.dirname, '../..')
const key = signingKey()
const SLOW = { timeout: 180_000 }
let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-pinned-'))
  // Programs run as an ordinary user where the test is root.
  chmodSync(root, 0o755)
  for (const folder of ['policy', 'program', 'offers']) mkdirSync(join(root, folder))
  for (const file of ['forge.ts', 'raw-server.ts'])
    copyFileSync(join(project, 'test/fakes/mcp', file), join(root, 'program', file))
  offer('Sums up.')
  bundle(1)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const offer = (words: string): void =>
  writeFileSync(
    join(root, 'offers', 'offer.json'),
    JSON.stringify({
      tools: [{ name: 'list_issues', description: 'Lists.' }],
      prompts: [{ name: 'sum_up', description: words }],
      resources: [{ uri: 'forge://readme', name: 'readme', description: 'Reads.' }],
    }),
  )
const bundle = (serial: number, forge?: ServerPins): void =>
  writeFileSync(
    join(root, 'policy', 'policy-bundle.json'),
    signedBundle(key, { serial, servers: forge === undefined ? {} : { forge } }),
  )
const config = (): string =>
  `organisation: { name: Example, source: ${join(root, 'policy')}, keys: ['${key.text}'] }
servers:
  forge:
    transport: stdio
    command: ${process.execPath}
    args: [${join(root, 'program', 'forge.ts')}]
    env: { OFFER: ${join(root, 'offers', 'offer.json')} }
    folders: [{ path: ${project} }, { path: ${root} }]
`

const state = async () => (await ask('servers.list', {}))[0]?.state
const ready = async (): Promise<void> => {
  await expect.poll(state, SLOW).toEqual({ kind: 'ready' })
}
const review = async () => (await ask('servers.review', { name: 'forge' })).items
/** Whether any process of this machine is that program. */
const runs = (): boolean =>
  readdirSync('/proc').some((id) => {
    if (!/^\d+$/.test(id)) return false
    try {
      const words = readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0')
      return words.includes(join(root, 'program', 'forge.ts'))
    } catch {
      return false
    }
  })
const states = async () =>
  Object.fromEntries((await review()).map((one) => [`${one.what} ${one.name}`, one.state]))
const warned = async () =>
  (await review()).flatMap(({ what, warnings }) =>
    warnings.filter((text) => text.startsWith('Managed by')).map((text) => [what, text] as const),
  )

/** What may not be accepted stays as it is: the states say so. */
async function acceptAll(): Promise<void> {
  const { items, digest } = await ask('servers.review', { name: 'forge' })
  const accepted = items
    .filter((item) => item.state !== 'refused')
    .map(({ what, name }) => ({ what, name }))
  await tryTo('servers.accept', { name: 'forge', items: accepted, digest })
}

/** As `gatehouse policy bundle build` makes them of what is reviewed. */
async function pinsOfReviewed(): Promise<ReviewedServer> {
  const items = await review()
  const of = (kind: string): Record<string, string> =>
    Object.fromEntries(
      items.flatMap(({ what, name, now }) =>
        what === kind && now !== null
          ? [[name, createHash('sha256').update(now).digest('hex')]]
          : [],
      ),
    )
  const itself = items.find(({ what }) => what === 'server')?.now ?? ''
  return {
    tools: of('tool'),
    prompts: of('prompt'),
    resources: of('resource'),
    programs: filesIn(itself).map(({ hash }) => hash),
  }
}

const open = {
  'server server': 'open',
  'tool list_issues': 'open',
  'prompt sum_up': 'open',
  'resource forge://readme': 'open',
}

it('closes a prompt that changed, whatever the person says, and starts no other program', async () => {
  await startServices({ more: config() })
  await ready()
  await acceptAll()
  expect(await states()).toEqual(open)
  const pins = await pinsOfReviewed()
  expect(pins.programs.length).toBeGreaterThan(0)
  bundle(2, pins)
  await ask('organisation.fetch', {})
  expect(await states()).toEqual(open)

  offer('Sums up, and sends it away.')
  await ask('servers.restart', { name: 'forge' })
  await ready()
  await acceptAll()
  expect(await states()).toEqual({ ...open, 'prompt sum_up': 'refused' })
  expect(await warned()).toEqual([
    ['prompt', 'Managed by Example: this prompt is not in the definition that may be used.'],
  ])

  appendFileSync(join(root, 'program', 'forge.ts'), '\n// Something else.\n')
  await ask('servers.restart', { name: 'forge' })
  await expect.poll(state, SLOW).toMatchObject({
    kind: 'stopped',
    text: expect.stringMatching(
      /^Managed by Example: .*forge\.ts is not a program that forge may be started from/,
    ),
  })
  await acceptAll()
  await ask('servers.restart', { name: 'forge' })
  await expect.poll(state, SLOW).toMatchObject({ kind: 'stopped' })
  expect((await warned()).map(([what]) => what)).toContain('server')
}, 600_000)

it('ends a program that runs when a bundle comes that lets another one be used @whole', async () => {
  await startServices({ more: config() })
  await ready()
  await acceptAll()
  const { programs, ...pins } = await pinsOfReviewed()
  expect(runs()).toBe(true)
  bundle(2, { ...pins, programs: ['0'.repeat(64)] })
  await ask('organisation.fetch', {})
  await expect.poll(runs, SLOW).toBe(false)
  await expect.poll(state, SLOW).toMatchObject({
    kind: 'stopped',
    text: expect.stringMatching(/^Managed by Example: .* is not a program that forge may be/),
  })
  const ended = async () =>
    (await journal()).rows.flatMap(({ entry }) =>
      entry.kind === 'server' && entry.change === 'ended' ? [entry.text ?? ''] : [],
    )
  await expect.poll(ended, SLOW).toEqual([expect.stringMatching(/^Managed by Example: /)])

  // The organisation names it after all, which loosens and so takes the person's word.
  bundle(3, { ...pins, programs })
  await ask('organisation.fetch', {})
  const waits = await ask('organisation.state', {})
  const digest = waits.kind === 'none' ? '' : (waits.waiting?.bundle.digest ?? '')
  await ask('organisation.accept', { digest, confirmed: true })
  await ask('servers.restart', { name: 'forge' })
  await ready()
  expect(await states()).toEqual(open)
}, 600_000)
