// A whole Gatehouse that follows an organisation, over a real server with an authority of its own.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { z } from 'zod'
import type { Bundle } from '../../contract/bundle/bundle.ts'
import type { BundleState } from '../../contract/bundle/state.ts'
import { authorityFile, startBundleServer } from '../fakes/bundle-server.ts'
import type { BundleServer } from '../fakes/bundle-server.ts'
import {
  ask,
  inHome,
  journal,
  startServices,
  tryTo,
  wholeApp,
} from '../fakes/services/whole-app.ts'
import { signedBundle, signingKey } from '../bundle/bundles.ts'

wholeApp()

const key = signingKey()
let server: BundleServer
beforeEach(async () => void (server = await startBundleServer()))
afterEach(() => server.close())

const put = (more: Partial<z.input<typeof Bundle>>): void => server.put(signedBundle(key, more))
const section = (more = ''): string =>
  `organisation:\n  name: Example\n  source: ${server.url}/bundle.json\n  ca: ${authorityFile}\n  keys: ['${key.text}']\n${more}`
const state = async (): Promise<Extract<BundleState, { kind: 'following' }>> => {
  const now = await ask('organisation.state', {})
  if (now.kind === 'none') throw new Error('No organisation is followed.')
  return now
}
const decided = async (tool: string, args: Record<string, unknown>) => {
  const [supposed] = await ask('policy.explain', {
    calls: [{ tool, args, principal: 'agent', agent: 'main', channel: 'window' }] as never,
  })
  return supposed
}
const rows = async (): Promise<readonly (readonly [string, string])[]> =>
  (await journal()).rows
    .flatMap(({ entry }) => (entry.kind === 'bundle' ? [[entry.change, entry.text] as const] : []))
    .toReversed()

const noNotes = {
  id: 'no-notes',
  when: { paths: ['notes/**'] },
  effect: 'deny' as const,
  reason: 'Notes are kept elsewhere.',
}
const reading = { path: 'notes/a.txt' }

it('holds its people to a bundle, keeps the last valid one, and asks before anything is loosened', async () => {
  put({ serial: 1, rules: [noNotes], stop: ['/srv/clients/**'] })
  await startServices({ more: section() })
  await expect.poll(async () => (await state()).inForce?.serial).toBe(1)

  expect(await decided('read_file', reading)).toMatchObject({
    decision: {
      effect: 'deny',
      by: { kind: 'rule', id: 'no-notes', organisation: 'Example' },
      reasons: expect.arrayContaining([
        {
          code: 'organisation.rule',
          text: 'Managed by Example: rule no-notes. Notes are kept elsewhere.',
        },
      ]),
    },
  })
  expect(await ask('organisation.policy', {})).toMatchObject({
    organisation: 'Example',
    rules: [{ id: 'no-notes' }],
    stop: ['/srv/clients/**'],
  })

  // Gone: the last valid one stays, and it is said since when.
  server.answer((_request, response) => response.writeHead(503).end())
  const troubled = await ask('organisation.fetch', {})
  expect(troubled).toMatchObject({
    inForce: { serial: 1 },
    trouble: { since: expect.any(Number), why: { code: 'bundle.unreachable' } },
  })
  expect(await decided('read_file', reading)).toMatchObject({ decision: { effect: 'deny' } })
  expect((await ask('doctor.report', {})).checks).toContainEqual({
    id: 'organisation',
    title: 'Policy of Example',
    state: 'warn',
    text: expect.stringMatching(/^bundle 1 stays in force; since 20/),
    how: expect.any(String),
  })

  // Rolled back, changed, of somebody else.
  server.answer(null)
  put({ serial: 2, rules: [noNotes], stop: ['/srv/clients/**', '/srv/other'] })
  expect(await ask('organisation.fetch', {})).toMatchObject({
    inForce: { serial: 2 },
    trouble: null,
  })
  put({ serial: 1, rules: [noNotes], stop: ['/srv/clients/**'] })
  expect(await ask('organisation.fetch', {})).toMatchObject({
    inForce: { serial: 2 },
    trouble: { why: { code: 'bundle.older' } },
  })
  server.put(signedBundle(signingKey(), { serial: 3 }))
  expect(await ask('organisation.fetch', {})).toMatchObject({
    trouble: { why: { code: 'bundle.unsigned' } },
  })

  // A looser one waits for the person.
  put({ serial: 4, stop: ['/srv/clients/**', '/srv/other'] })
  const waiting = await ask('organisation.fetch', {})
  expect(waiting).toMatchObject({
    inForce: { serial: 2 },
    waiting: { bundle: { serial: 4 }, relaxes: ['Rule no-notes, which denies, was removed.'] },
  })
  expect(await decided('read_file', reading)).toMatchObject({ decision: { effect: 'deny' } })
  const { digest } = (await state()).waiting?.bundle ?? { digest: '' }
  expect(await tryTo('organisation.accept', { digest })).toMatchObject({
    ok: false,
    error: { code: 'policy.unconfirmed' },
  })
  expect(await ask('organisation.accept', { digest, confirmed: true })).toMatchObject({
    inForce: { serial: 4 },
    waiting: null,
  })
  expect(await decided('read_file', reading)).toMatchObject({ decision: { effect: 'allow' } })

  expect((await rows()).map(([change]) => change)).toEqual([
    ...['applied', 'unreachable', 'applied', 'refused', 'refused', 'waiting', 'accepted'],
  ])
})

it('stays in force when it has expired, and says so until a newer one is here @whole', async () => {
  let ahead = 0
  put({ serial: 1, rules: [noNotes] })
  await startServices({ more: section(), now: () => Date.now() + ahead })
  await expect.poll(async () => (await state()).inForce?.serial).toBe(1)
  expect((await state()).expiredSince).toBe(null)

  // The bundle ends with 2029.
  ahead = Date.UTC(2030, 0, 2) - Date.now()
  expect(await ask('organisation.fetch', {})).toMatchObject({
    inForce: { serial: 1 },
    expiredSince: Date.UTC(2030, 0, 1),
  })
  expect(await decided('read_file', reading)).toMatchObject({
    decision: { effect: 'deny', by: { organisation: 'Example' } },
  })
  expect((await ask('doctor.report', {})).checks).toContainEqual({
    id: 'organisation',
    title: 'Policy of Example',
    state: 'warn',
    text: 'bundle 1 stays in force, expired since 2030-01-01T00:00:00.000Z',
    how: expect.any(String),
  })
  await ask('organisation.fetch', {})
  expect((await rows()).filter(([change]) => change === 'expired')).toEqual([
    ['expired', 'It expired on 2030-01-01T00:00:00Z and stays in force.'],
  ])

  // One that had expired before it came is none.
  put({ serial: 2, rules: [noNotes] })
  expect(await ask('organisation.fetch', {})).toMatchObject({
    inForce: { serial: 1 },
    trouble: { why: { code: 'bundle.expired' } },
  })
  put({ serial: 2, rules: [noNotes], expires: '2031-01-01T00:00:00Z' })
  expect(await ask('organisation.fetch', {})).toMatchObject({
    inForce: { serial: 2 },
    expiredSince: null,
    trouble: null,
  })
}, 600_000)

it('is not made good again by a clock that is set back, until its source gives a good answer @whole', async () => {
  let ahead = 0
  put({ serial: 1, rules: [noNotes] })
  await startServices({ more: section(), now: () => Date.now() + ahead })
  await expect.poll(async () => (await state()).inForce?.serial).toBe(1)
  server.answer((_request, response) => response.writeHead(503).end())
  ahead = Date.UTC(2030, 0, 2) - Date.now()
  await ask('organisation.fetch', {})
  expect((await state()).expiredSince).toBe(Date.UTC(2030, 0, 1))
  ahead = 0
  expect((await state()).expiredSince).toBe(Date.UTC(2030, 0, 1))
  expect(await ask('organisation.fetch', {})).toMatchObject({
    expiredSince: Date.UTC(2030, 0, 1),
    trouble: { why: { code: 'bundle.unreachable' } },
  })
  // A clock that was wrong for a while is right from then on.
  server.answer(null)
  expect(await ask('organisation.fetch', {})).toMatchObject({ expiredSince: null, trouble: null })
})

it('names the agents that it limits, in the list of a person’s own @whole', async () => {
  const agent = (name: string): string =>
    readFileSync(new URL('../../examples/agents/scheduler.yaml', import.meta.url), 'utf8').replace(
      'name: scheduler',
      `name: ${name}`,
    )
  put({ serial: 1, agents: { planner: agent('planner') } })
  await startServices({
    more: section(),
    prepare() {
      mkdirSync(inHome('agents'))
      for (const name of ['planner', 'writer'])
        writeFileSync(inHome(`agents/${name}.yaml`), agent(name))
    },
  })
  await expect.poll(async () => (await state()).inForce?.serial).toBe(1)
  const { agents } = await ask('own-agents.list', {})
  expect(agents.map(({ name, organisation }) => [name, organisation ?? null])).toEqual([
    ['planner', 'Example'],
    ['writer', null],
  ])
})

it('holds nearly everything back until the first bundle is here', async () => {
  server.answer((_request, response) => response.writeHead(503).end())
  await startServices({ more: section() })
  await expect.poll(async () => (await state()).trouble?.why.code).toBe('bundle.unreachable')
  expect(await decided('read_file', { path: 'a.txt' })).toMatchObject({
    decision: {
      effect: 'confirm',
      by: { organisation: 'Example' },
      reasons: expect.arrayContaining([expect.objectContaining({ code: 'organisation.missing' })]),
    },
  })
  server.answer(null)
  put({ serial: 1 })
  await ask('organisation.fetch', {})
  expect(await decided('read_file', { path: 'a.txt' })).toMatchObject({
    decision: { effect: 'allow' },
  })
})

it('fetches nothing before a person has named a source, and begins once they have @whole', async () => {
  put({ serial: 1 })
  await startServices()
  expect(await ask('organisation.state', {})).toEqual({ kind: 'none' })
  expect(await tryTo('organisation.fetch', {})).toMatchObject({
    error: { code: 'bundle.no-organisation' },
  })
  expect(server.asked).toEqual([])
  const file = inHome('config.yaml')
  writeFileSync(file, `${section()}${readFileSync(file, 'utf8')}`)
  await expect
    .poll(async () => {
      const now = await ask('organisation.state', {})
      return now.kind === 'following' ? now.inForce?.serial : null
    })
    .toBe(1)
})

it('refuses by its name what a person chooses that is looser, and takes what is stricter', async () => {
  put({ serial: 1, preset: 'ask', tools: { http: { disabled: true }, exec: { tier: 'R4' } } })
  await startServices({ more: section() })
  await expect.poll(async () => (await state()).inForce?.serial).toBe(1)
  const by = 'Managed by Example: '
  const update = (patch: object) => tryTo('config.update', { ...patch, confirmed: true } as never)
  expect(await update({ preset: 'flow' })).toMatchObject({
    ok: false,
    error: { code: 'policy.managed', text: expect.stringContaining(`${by}no preset looser`) },
  })
  expect(await update({ tool: { name: 'http', setting: { disabled: false } } })).toMatchObject({
    error: { code: 'policy.managed', text: `${by}http is switched off.` },
  })
  expect(await tryTo('clients.preset', { name: 'cursor', preset: 'flow' })).toMatchObject({
    error: { code: 'policy.managed' },
  })
  for (const patch of [
    { preset: 'careful' },
    { tool: { name: 'http', setting: { default: 'deny' } } },
    { tool: { name: 'exec', setting: { tier: 'R4' } } },
  ])
    expect(await update(patch)).toMatchObject({ ok: true })
  const { text, textHash } = await ask('policy.overview', {})
  const looser = text.replace('preset: careful', 'preset: flow')
  expect(looser).not.toBe(text)
  expect(
    await tryTo('policy.write', { text: looser, expectedHash: textHash, confirmed: true }),
  ).toMatchObject({ error: { code: 'policy.managed' } })
  // Whatever the file says, the stricter of the two decides.
  const file = inHome('config.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('preset: careful', 'preset: flow'))
  await expect.poll(async () => (await ask('app.state', {})).preset).toBe('flow')
  expect(await decided('write_file', { path: 'a.txt', content: 'x' })).toMatchObject({
    decision: { effect: 'confirm', by: { organisation: 'Example' } },
  })
})

it('loosens nothing by another section about the organisation without confirmation @whole', async () => {
  put({ serial: 1 })
  await startServices({ more: section() })
  await expect.poll(async () => (await state()).inForce?.serial).toBe(1)
  const overview = await ask('policy.overview', {})
  const without = overview.text.slice(overview.text.indexOf('services:'))
  expect(await ask('policy.compare', { text: without })).toMatchObject({
    relaxes: ['The policy of Example no longer restricts anything here.'],
    requires: 'confirmation',
  })
})
