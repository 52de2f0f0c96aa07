// Approvals per 100 calls and the rules that would have saved them, through one whole Gatehouse:
// what is proposed, what is never, and that adding one takes a person's confirmation.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ApprovalAnswer } from '../../contract/approval/approval.ts'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import type { App } from '../../main/host/app.ts'
import { openApp } from '../../main/wiring/app.ts'

let root: string
let app: App
const config = (): string => join(root, 'home', 'config.yaml')

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-attention-'))
  mkdirSync(join(root, 'home'))
  mkdirSync(join(root, 'home-workspace', 'src'), { recursive: true })
  writeFileSync(config(), '# mine\npreset: ask\n')
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
  const answer = await app.call(channel, input, {
    surface: channel === 'tools.run' ? 'cli' : 'window',
  })
  if (!answer.ok) throw new Error(`${channel}: ${JSON.stringify(answer.error)}`)
  return answer.value as Output<C>
}

/** Makes a call, and answers the question where there is one. */
async function make(tool: string, args: Input<'tools.run'>['args'], answer: ApprovalAnswer) {
  const done = ask('tools.run', { tool, args, wait: true })
  let over = false
  void done.finally(() => (over = true))
  for (;;) {
    const [held] = await ask('approvals.list', { states: ['pending'], limit: 5 })
    if (held !== undefined) await ask('approvals.answer', { id: held.id, answer })
    if (over) return done
    await new Promise((next) => setTimeout(next, 5))
  }
}
const write = (path: string, answer: ApprovalAnswer = 'once') =>
  make('write_file', { path, content: 'x\n' }, answer)
const attention = () => ask('audit.attention', { hours: 24 })

describe('attention', () => {
  it('says so where there was nothing yet', async () => {
    expect(await attention()).toMatchObject({
      calls: 0,
      asked: 0,
      answered: 0,
      quick: 0,
      looked: 0,
      rules: [],
    })
  })

  it('counts held calls, and proposes the narrowest rule that would have saved most of them', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await write(`src/${name}.ts`)
    await make('list_dir', { path: '.' }, 'once')
    const found = await attention()
    expect(found).toMatchObject({ calls: 5, asked: 4, answered: 4, quick: 4, looked: 4 })
    const workspace = join(root, 'home-workspace')
    expect(found.rules).toMatchObject([
      {
        saves: 4,
        rule: { effect: 'allow', when: { tools: ['write_file'], paths: [`${workspace}/src/**`] } },
      },
    ])
    const [best] = found.rules
    if (best === undefined) throw new Error('nothing proposed')

    // As a rule of a person's own: confirmed, written below their comment, in force at once.
    const unconfirmed = await app.call(
      'policy.add-rule',
      { rule: best.rule },
      { surface: 'window' },
    )
    expect(unconfirmed).toMatchObject({ ok: false, error: { code: 'policy.unconfirmed' } })
    expect(readFileSync(config(), 'utf8')).toBe('# mine\npreset: ask\n')
    await ask('policy.add-rule', { rule: best.rule, confirmed: true })
    expect(readFileSync(config(), 'utf8')).toMatch(/^# mine\npreset: ask\n/)
    expect(
      await ask('tools.run', {
        tool: 'write_file',
        args: { path: 'src/e.ts', content: '' },
        wait: false,
      }),
    ).toMatchObject({ status: 'done' })
    const after = await attention()
    expect(after).toMatchObject({ calls: 6, asked: 4, rules: [] })
    const twice = await app.call(
      'policy.add-rule',
      { rule: best.rule, confirmed: true },
      { surface: 'window' },
    )
    expect(twice).toMatchObject({ ok: false, error: { code: 'config.rule-twice' } })
  })

  it('takes the proof that is set up, and nobody but a screen may add a rule @whole', async () => {
    for (const name of ['a', 'b', 'c']) await write(`src/${name}.ts`)
    const [best] = (await attention()).rules
    if (best === undefined) throw new Error('nothing proposed')
    await ask('step-up.set-passphrase', { passphrase: 'correct horse battery' })
    const { rule } = best
    const call = (input: Input<'policy.add-rule'>, surface: 'window' | 'cli' = 'window') =>
      app.call('policy.add-rule', input, { surface })
    expect(await call({ rule, confirmed: true })).toMatchObject({
      error: { code: 'approval.step-up' },
    })
    expect(await call({ rule, confirmed: true }, 'cli')).toMatchObject({
      error: { code: 'ipc.not-from-here' },
    })
    const proof = { kind: 'passphrase', passphrase: 'correct horse battery' } as const
    expect(await call({ rule, proof })).toMatchObject({ ok: true })
  })

  it.each<[what: string, work: () => Promise<unknown>]>([
    [
      'was denied once',
      async () => {
        await write('src/a.ts', 'deny-once')
        for (const name of ['b', 'c', 'd']) await write(`src/${name}.ts`)
      },
    ],
    [
      'goes out',
      async () => {
        for (const path of ['a', 'b', 'c'])
          await make('web_fetch', { url: `https://nowhere.invalid/${path}` }, 'once')
      },
    ],
    [
      'is a protected file',
      async () => {
        for (const path of ['.envrc', '.envrc', '.envrc']) await write(path)
      },
    ],
    [
      'lies outside the workspace',
      async () => {
        for (const path of ['a', 'b', 'c']) await write(join(root, path))
      },
    ],
    [
      'was asked twice only',
      async () => {
        for (const name of ['a', 'b']) await write(`src/${name}.ts`)
      },
    ],
  ])('proposes no rule for what %s @whole', async (_, work) => {
    await work()
    const { asked, rules } = await attention()
    expect(asked).toBeGreaterThan(1)
    expect(rules).toEqual([])
  })
})
