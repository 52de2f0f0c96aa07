// `gatehouse policy bundle`: from what a person writes to what is in force on a machine.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runCli } from '../../main/host/cli/run-cli.ts'
import { appContext } from './app-context.ts'
import { makeTemporary } from '../temporary.ts'

let root = ''
beforeEach(() => {
  root = makeTemporary('bundle')
  for (const folder of ['home', 'policy', 'policy/agents']) mkdirSync(join(root, folder))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const at = (name: string): string => join(root, name)
async function said(line: string) {
  const context = appContext(at('home'), { homedir: root })
  const code = await runCli(`policy bundle ${line}`.split(' '), context)
  return { code, out: context.shown(), note: context.noted() }
}
const json = async (line: string) => JSON.parse((await said(`${line} --json`)).out)

const source = (more = ''): void =>
  writeFileSync(
    at('policy/organisation.yaml'),
    `organisation: Example
serial: 1
expires: 2099-01-01T00:00:00Z
rules:
  - { id: no-push, when: { commands: [git push] }, effect: deny, reason: Nobody pushes from here. }
  - { id: two, when: { tiers: [R4] }, effect: confirm, approvers: 2, reason: Grave. }
agents: [agents/reviewer.yaml]
${more}`,
  )
const agent = (text: string): void => writeFileSync(at('policy/agents/reviewer.yaml'), text)
const follow = (keys: readonly string[], signatures = 1): void =>
  writeFileSync(
    at('home/config.yaml'),
    `organisation: { name: Example, source: ${at('policy')}, keys: ${JSON.stringify(keys)}, signatures: ${signatures} }\n`,
  )

it('makes keys, builds, is signed by two, checked, and in force where it is followed', async () => {
  source()
  agent('name: reviewer\ncapabilities: [fs_read]\n')
  const [one, two] = [await json(`keygen ${at('one.pem')}`), await json(`keygen ${at('two.pem')}`)]
  expect(statSync(at('one.pem')).mode & 0o777).toBe(0o600)
  expect(await said(`keygen ${at('one.pem')}`)).toMatchObject({ code: 1 })

  const file = at('policy/policy-bundle.json')
  expect(await json(`build ${at('policy/organisation.yaml')}`)).toEqual({
    ok: true,
    problems: [],
    file,
    organisation: 'Example',
    serial: 1,
  })
  expect(await json(`verify ${file} --key ${one.key}`)).toMatchObject({
    error: { code: 'bundle.unsigned' },
  })
  await said(`sign ${file} --key ${at('one.pem')}`)
  expect(await json(`verify ${file} --key ${one.key},${two.key} -n 2`)).toMatchObject({
    error: { code: 'bundle.unsigned' },
  })
  expect(await json(`sign ${file} --key ${at('two.pem')}`)).toMatchObject({ signatures: 2 })
  follow([one.key, two.key], 2)
  expect(await json(`verify ${file}`)).toMatchObject({
    ok: true,
    organisation: 'Example',
    serial: 1,
    keys: [one.fingerprint, two.fingerprint].toSorted((a, b) => (a < b ? -1 : 1)),
    holds: { rules: 2, stop: 0, tools: 0, servers: 0, agents: 1, revokedKeys: 0 },
  })

  expect(await json('fetch')).toMatchObject({ inForce: { serial: 1 }, trouble: null })
  expect((await said('status')).out).toContain('Bundle 1 of Example is in force')
  expect((await said('agent reviewer')).out).toBe('name: reviewer\ncapabilities: [fs_read]\n')

  writeFileSync(file, readFileSync(file, 'utf8').replace('"sig": "', '"sig": "A'))
  expect(await said('fetch')).toMatchObject({
    code: 1,
    out: expect.stringContaining('Bundle 1 of Example is in force'),
  })
})

it.each([
  ['an unknown key', 'zebra: 1', 'A bundle knows no setting "zebra"'],
  ['an unknown preset', 'preset: own', 'There is no preset named "own"'],
  ['an unknown tool', 'tools: { reed_file: { disabled: true } }', 'reed_file'],
  ['a server that is not here', 'servers: { forge: reviewed }', 'There is no server forge'],
])('says where %s is and writes nothing @whole', async (_what, more, expected) => {
  source(more)
  agent('name: reviewer\ncapabilities: [fs_read]\n')
  const built = await said(`build ${at('policy/organisation.yaml')}`)
  expect(built).toMatchObject({ code: 1, out: expect.stringContaining(expected) })
  expect(built.out).toMatch(/organisation\.yaml:8:\d+/)
  expect(() => statSync(at('policy/policy-bundle.json'))).toThrow('ENOENT')
})

it.each([
  ['is none', 'capabilities: [flying]\n'],
  ['is not there', ''],
])('says which agent file %s', async (_what, text) => {
  source()
  if (text !== '') agent(text)
  expect((await said(`build ${at('policy/organisation.yaml')}`)).out).toMatch(
    /organisation\.yaml:7:10\S* agents\/reviewer\.yaml/,
  )
})
