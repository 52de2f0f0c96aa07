// A built host makes a schema when it is first read with (main/host/launch/late-schemas.mjs), and reads
// as the sources do, in which the library makes all of them at once.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isBuilt } from '../../main/host/launch/build-state.mjs'
import { browserFile, root } from '../running-app.ts'
import { makeTemporary } from '../temporary.ts'
import { askHost, endHost, type PageCall, startHost } from './ask-host.ts'

const folder = makeTemporary('late-schemas')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Right ones, and wrong ones whose answer says what a schema found. Each twice: the first read makes it. */
const asked: readonly PageCall[] = [
  ['tools.list', {}],
  ['policy.report', {}],
  ['agents.list', {}],
  ['approvals.list', { states: ['pending'], limit: 200 }],
  ['approvals.list', { states: ['asked', 7], limit: -1 }],
  ['approvals.answer', { id: 'x', answer: { kind: 'perhaps' } }],
  ['audit.search', { query: 7, limit: 1e9, more: true }],
  ['policy.add-rule', { rules: [{ id: '', when: { tools: 'all' }, effect: 'maybe' }] }],
  ['runs.list', null],
  ['runs.start', { prompt: ['no'] }],
  ['schedules.add', { name: 'n'.repeat(5_000), when: [] }],
  ['secrets.set', { name: '../../x', value: null }],
  ['servers.add', { server: { kind: 'stdio', command: 7, env: { A: 1 } } }],
  ['agents.connect', { name: '', hooks: 'all' }],
]
const calls = asked.flatMap((call) => [call, call])

/** Always in the same new home: answers name it, and the policy's hash has it in it. */
async function answersOf(file: string) {
  const home = join(folder, 'home')
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home)
  const host = await startHost([file], home)
  const answers = await askHost(host.url, calls)
  await endHost(host)
  return answers
}

test.runIf(isBuilt(root))('a built host answers as the sources do', async () => {
  const built = await answersOf(browserFile)
  const written = await answersOf(join(root, 'main/host/browser/main.ts'))
  expect(written.filter(({ ok }) => ok)).toHaveLength(8)
  expect(JSON.stringify(written)).not.toContain('ipc.unknown-channel')
  const same = (at: number) => JSON.stringify(built[at]) === JSON.stringify(written[at])
  expect(calls.filter((_call, at) => !same(at))).toEqual([])
})
