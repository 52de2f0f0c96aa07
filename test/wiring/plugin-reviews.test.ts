// A plugin in a whole Gatehouse, from its review to an approval that lasts: what is changed behind its
// back is closed, asked about again, or never runs.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Approval } from '../../contract/approval/approval.ts'
import type { CallResult } from '../../contract/call/call.ts'
import type { Input } from '../../contract/ipc/ipc.ts'
import { ask, besideHome, journal, startServices, wholeApp } from '../fakes/services/whole-app.ts'

wholeApp()

const MANIFEST = `tool_name = "say_it"
version = "1.0.0"
description = "Says what it was told."
native = true
program = "say.sh"
max_runtime_ms = 20000
[args]
required = ["text"]
[args.properties.text]
type = "string"
`
const program = (said: string): string => `#!/bin/sh
IFS= read -r call
id=$(printf '%s' "$call" | sed -n 's/.*"request_id":"\\([^"]*\\)".*/\\1/p')
printf '{"protocol_version":0,"request_id":"%s","ok":true,"data_json":"{\\"said\\":\\"${said}\\"}","stdout":"","stderr":""}\\n' "$id"
`

const inFolder = (name: string): string => join(besideHome('external'), name)
const put = (name: string, text: string): void =>
  writeFileSync(inFolder(name), text, { mode: 0o755 })

const started = () =>
  startServices({
    more: `workspace: '${besideHome('workspace')}'\nplugins: { externalFolder: '${besideHome('external')}', allowExternal: true }\n`,
    prepare() {
      for (const each of [besideHome('external'), besideHome('workspace')])
        mkdirSync(each, { recursive: true })
      put('say_it.toml', MANIFEST)
      put('say.sh', program('first'))
    },
  })

const reviewed = async () => {
  const { digest } = await ask('plugins.review', { name: 'say_it' })
  return ask('plugins.accept', { name: 'say_it', digest })
}
const stateOf = async () =>
  (await ask('plugins.list', {})).plugins.find(({ name }) => name === 'say_it')?.state
/** The list follows the folder by the system's events. */
async function becomes(state: string): Promise<void> {
  await expect.poll(stateOf).toBe(state)
}

type Answer = Omit<Input<'approvals.answer'>, 'id'>
async function call(
  answer: (held: Approval) => Answer = () => ({ answer: 'deny-once' }),
): Promise<{ readonly ended: CallResult; readonly asked: number }> {
  let asked = 0
  let over = false
  const end = ask('tools.run', { tool: 'say_it', args: { text: 'x' }, wait: true }).finally(
    () => (over = true),
  )
  while (!over) {
    const [pending] = await ask('approvals.list', { states: ['pending'], limit: 1 })
    if (pending !== undefined) {
      asked += 1
      await ask('approvals.answer', { id: pending.id, ...answer(pending) })
    }
    await Promise.race([end, new Promise((done) => setTimeout(done, 15))])
  }
  return { ended: await end, asked }
}
const forGood = (): Answer => ({
  answer: 'scope',
  choice: { proposal: 0, lasts: 'until-revoked' },
})
const shown = ({ ended, asked }: Awaited<ReturnType<typeof call>>) => ({
  asked,
  ok: ended.ok,
  data: ended.data,
  code: ended.error?.code ?? null,
})

describe.runIf(process.platform === 'linux')('an external plugin that was allowed always', () => {
  it.each([
    ['its manifest', () => put('say_it.toml', MANIFEST.replace('1.0.0', '1.0.1')), 'first'],
    ['its program', () => put('say.sh', program('second')), 'second'],
  ])('is closed when %s changes, and asks again after its review', async (_what, change, said) => {
    await started()
    expect(await stateOf()).toBe('new')
    const closed = { asked: 0, ok: false, data: null, code: 'plugin.not-reviewed' }
    expect(shown(await call())).toEqual(closed)
    await reviewed()
    await becomes('open')
    const first = { asked: 1, ok: true, data: { said: 'first' }, code: null }
    expect(shown(await call(forGood))).toEqual(first)
    expect(shown(await call())).toEqual({ ...first, asked: 0 })

    change()
    await becomes('changed')
    expect(shown(await call())).toEqual({ ...closed, code: 'plugin.changed' })
    await reviewed()
    await becomes('open')
    // Another plugin than the one that was approved.
    const denied = shown(await call())
    expect(denied).toEqual({ asked: 1, ok: false, data: null, code: denied.code })
    expect(shown(await call(() => ({ answer: 'once' })))).toEqual({
      ...first,
      data: { said },
    })
    expect(
      (await journal()).rows
        .flatMap(({ entry }) => (entry.kind === 'plugin' ? [entry.change] : []))
        .toReversed(),
    ).toEqual(['reviewed', 'closed', 'reviewed'])
  })

  it('never runs a program that is swapped while the person reads the card', async () => {
    await started()
    await reviewed()
    await becomes('open')
    const swapped = await call(() => {
      put('say.sh', program('swapped'))
      return { answer: 'once' }
    })
    expect(swapped.ended).toMatchObject({ ok: false, data: null })
    expect(JSON.stringify((await journal()).rows)).not.toContain('swapped')
    expect(readFileSync(inFolder('say.sh'), 'utf8')).toContain('swapped')
  })

  it('runs what was reviewed, or nothing, while its program is swapped again and again @whole', async () => {
    await started()
    await reviewed()
    await becomes('open')
    const results = new Set<unknown>()
    for (let round = 0; round < 6; round += 1) {
      const running = call(() => ({ answer: 'once' }))
      for (let swap = 0; swap < 40; swap += 1) {
        put('say.sh', program(swap % 2 === 0 ? 'swapped' : 'first'))
        await new Promise((done) => setTimeout(done, 3))
      }
      put('say.sh', program('first'))
      results.add((await running).ended.data)
      await reviewed()
      await becomes('open')
    }
    const said = [...results].flatMap((data) => (data === null ? [] : [JSON.stringify(data)]))
    expect(new Set([...said, '{"said":"first"}'])).toEqual(new Set(['{"said":"first"}']))
  })
})
