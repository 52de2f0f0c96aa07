// The policy as a file, through one whole Gatehouse: shown, changed, written back, and never made
// looser by a word alone.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import type { App } from '../../main/host/app.ts'
import { openApp } from '../../main/wiring/app.ts'

const first =
  '# mine\nstop: [~/x/**]\nrules:\n  - {id: a, when: {tools: [exec]}, effect: deny, reason: no}\n'
let root: string
let app: App
const file = (): string => join(root, 'home', 'config.yaml')

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-policy-file-'))
  mkdirSync(join(root, 'home'))
  mkdirSync(join(root, 'home-workspace'))
  writeFileSync(join(root, 'home-workspace', 'a.txt'), 'one\n')
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

const call = <C extends IpcChannel>(
  channel: C,
  input: Input<C>,
  surface: 'window' | 'cli' = 'window',
) => app.call(channel, input, { surface })
async function ask<C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>> {
  const answer = await call(channel, input)
  if (!answer.ok) throw new Error(JSON.stringify(answer.error))
  return answer.value as Output<C>
}
const write = async (text: string, more: object = {}) =>
  call('policy.write', {
    text,
    expectedHash: (await ask('policy.overview', {})).textHash,
    confirmed: false,
    ...more,
  })

describe('the policy as a file', () => {
  it('is shown whole, each rule with its line', async () => {
    const overview = await ask('policy.overview', {})
    expect([
      overview.text,
      overview.exists,
      overview.preset,
      overview.rules.map(({ line }) => line),
      overview.stop.own,
    ]).toEqual([first, true, 'ask', [4], ['~/x/**']])
    expect(overview.stop.builtIn.length).toBeGreaterThan(3)
  })

  it('is written when nothing becomes looser, and the old text is kept', async () => {
    const stricter = `${first}  - {id: b, when: {paths: [secret/**]}, effect: deny, reason: no}\n`
    expect(await write(stricter)).toMatchObject({
      ok: true,
      value: { overview: { text: stricter } },
    })
    expect(readFileSync(file(), 'utf8')).toBe(stricter)
    const folder = join(root, 'home', 'config-before')
    expect(readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual([
      first,
    ])
    const [reported] = await ask('policy.explain', {
      calls: [{ tool: 'read_file', args: { path: 'secret/x' } }],
    })
    expect(reported).toMatchObject({ decision: { effect: 'deny', by: { kind: 'rule', id: 'b' } } })
  })

  it.each<[name: string, text: () => string, code: string]>([
    ['a text with a mistake', () => 'rules: 3\n', 'config.invalid'],
    [
      'a path less on the STOP list, even when confirmed',
      () => readFileSync(file(), 'utf8').replace('~/x/**', '~/y/**'),
      'policy.stop-removed',
    ],
  ])('is not written: %s', async (_, text, code) => {
    const before = readFileSync(file(), 'utf8')
    expect(await write(text(), { confirmed: true })).toMatchObject({ ok: false, error: { code } })
    expect(readFileSync(file(), 'utf8')).toBe(before)
  })

  it('is not written over a file that changed meanwhile', async () => {
    const { text, textHash } = await ask('policy.overview', {})
    writeFileSync(file(), `${text}# by hand\n`)
    expect(
      await call('policy.write', { text: first, expectedHash: textHash, confirmed: true }),
    ).toMatchObject({
      error: { code: 'config.changed' },
    })
    expect(readFileSync(file(), 'utf8')).toBe(`${text}# by hand\n`)
  })

  it('is loosened by a confirmation, and once a passphrase is set by that alone', async () => {
    const gone = (
      await ask('policy.edit', {
        text: readFileSync(file(), 'utf8'),
        edit: { kind: 'remove-rule', id: 'b' },
      })
    ).text
    expect(await ask('policy.compare', { text: gone })).toEqual({
      relaxes: ['Rule b, which denies, was removed.'],
      removedStops: [],
      requires: 'confirmation',
    })
    expect(await write(gone)).toMatchObject({ error: { code: 'policy.unconfirmed' } })
    expect(await write(gone, { confirmed: true })).toMatchObject({ ok: true })

    await ask('step-up.set-passphrase', { passphrase: 'correct horse' })
    const allows = `${gone}  - {id: c, when: {tools: [write_file], paths: [docs/**]}, effect: allow, reason: yes please}\n`
    expect(await write(allows, { confirmed: true })).toMatchObject({
      error: { code: 'approval.step-up' },
    })
    expect(
      await write(allows, { proof: { kind: 'passphrase', passphrase: 'wrong horse' } }),
    ).toMatchObject({
      error: { code: 'step-up.wrong' },
    })
    expect(readFileSync(file(), 'utf8')).toBe(gone)
    expect(
      await write(allows, { proof: { kind: 'passphrase', passphrase: 'correct horse' } }),
    ).toMatchObject({ ok: true })
  })

  it('is for screens only', async () => {
    expect(
      await call(
        'policy.write',
        { text: first, expectedHash: '0'.repeat(64), confirmed: true },
        'cli',
      ),
    ).toMatchObject({
      error: { code: 'ipc.not-from-here' },
    })
  })

  it('is replayed in pieces as it is in one, and says which rules were used', async () => {
    for (let n = 0; n < 5; n += 1)
      await app.call(
        'tools.run',
        { tool: 'read_file', args: { path: 'a.txt' }, wait: false },
        { surface: 'cli' },
      )
    await app.call(
      'tools.run',
      { tool: 'exec', args: { command: 'true' }, wait: false },
      { surface: 'cli' },
    )
    const text = 'rules:\n  - {id: z, when: {tools: [read_file]}, effect: deny, reason: no}\n'
    const whole = await ask('policy.simulate', { text, limit: 100 })
    const pieces = []
    for (let before: number | undefined; ;) {
      const piece = await ask('policy.simulate-page', {
        text,
        limit: 2,
        ...(before === undefined ? {} : { before }),
      })
      pieces.unshift(...piece.simulation.changes)
      if (piece.next === null) break
      before = piece.next
    }
    expect(pieces).toEqual(whole.changes)
    expect(whole.sums).toMatchObject({ 'allow>deny': 5 })
    const usage = await ask('policy.usage', {})
    expect([usage.decisions, usage.rules['a']?.times]).toEqual([6, 1])
  })
})
