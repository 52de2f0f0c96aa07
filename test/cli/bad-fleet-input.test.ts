// What `gatehouse fleet` and `gatehouse policy bundle` say to bad input: a code, a sentence that says
// where and what to do, and nothing half done.
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newKey, publicText } from '../../main/bundle/key.ts'
import { KNOWN } from '../../main/fleet/schema/versions.ts'
import { runCli } from '../../main/host/cli/run-cli.ts'
import { signedBundle, signingKey } from '../bundle/bundles.ts'
import { appContext } from './app-context.ts'
import { makeTemporary } from '../temporary.ts'
import { fewRows } from '../whole.ts'

const key = signingKey()
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
let root = ''
const at = (name: string): string => join(root, name)
beforeAll(() => {
  root = makeTemporary('bad-fleet-input')
  mkdirSync(at('home'))
  mkdirSync(at('folder'))
  const files: Readonly<Record<string, string | Buffer>> = {
    'good.json': signedBundle(key),
    'cut.json': signedBundle(key).slice(0, 200),
    'empty.json': '',
    'noise.json': Buffer.from([0xff, 0xfe, 0, 1, 2, 3]),
    'list.json': '[]',
    'key.pem': key.pem,
    'other.pem': newKey().pem,
    'rsa.pem': String(rsa.privateKey.export({ type: 'pkcs8', format: 'pem' })),
    'public.pem': String(key.publicKey.export({ type: 'spki', format: 'pem' })),
    'empty.yaml': '',
    'list.yaml': '- one\n',
    'broken.yaml': 'organisation: [Example\n',
    'noise.yaml': Buffer.from([0xff, 0xfe, 0, 1]),
    'past.yaml': 'organisation: Example\nserial: 1\nexpires: 2020-01-01T00:00:00Z\n',
    'zero.yaml': 'organisation: Example\nserial: 0\nexpires: 2099-01-01T00:00:00Z\n',
    'day.yaml': 'organisation: Example\nserial: 1\nexpires: tomorrow\n',
    'name.yaml': 'organisation: "<b>"\nserial: 1\nexpires: 2099-01-01T00:00:00Z\n',
    'pin.yaml':
      'organisation: Example\nserial: 1\nexpires: 2099-01-01T00:00:00Z\nservers: { forge: { tools: { a: abc } } }\n',
    'agent.yaml':
      'organisation: Example\nserial: 1\nexpires: 2099-01-01T00:00:00Z\nagents: [../../etc/passwd]\n',
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(at(name), content)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function said(words: readonly string[]) {
  const context = appContext(at('home'), { homedir: root })
  const code = await runCli([...words], context)
  return { code, text: `${context.shown()}${context.noted()}` }
}

const long = 'x'.repeat(101)
const hex = 'ab'.repeat(32)
type Row = readonly [line: string, code: number, words: RegExp]
const rows: readonly Row[] = [
  ['fleet init --print --from two', 2, /a whole number up to \d+\./],
  ['fleet init --print --from -1', 2, /a whole number/],
  [`fleet init --print --from ${KNOWN.newest + 1}`, 2, /Update Gatehouse/],
  ['fleet init --print --from 1.5', 2, /a whole number/],
  ['fleet init --print --from 1e0', 2, /a whole number/],
  ['fleet init --print extra', 2, /extra/],
  ['fleet add Ada_Laptop KEY Ada', 2, /A machine’s name has lower-case letters/],
  [`fleet add ${'a'.repeat(52)} ${hex} Ada`, 2, /at most 51 letters/],
  [`fleet add ${'a'.repeat(51)} ${hex} Ada`, 0, /gatehouse_m_a{51}/],
  ['fleet add ada-laptop KEY Ada', 2, /64 hexadecimal digits/],
  [`fleet add ada-laptop ${hex.toUpperCase()} Ada`, 2, /64 hexadecimal digits/],
  [`fleet add ada-laptop ${hex} ${long}`, 2, /at most 100 letters/],
  [`fleet add ada-laptop ${hex}`, 2, /PERSON/],
  ['fleet revoke', 2, /MACHINE/],
  ['fleet revoke ada;drop', 2, /A machine’s name has lower-case letters/],
  ['fleet verify', 1, /no fleet|fleet\.reader/],
  ['fleet machines', 1, /no fleet|fleet\.reader/],
  ['fleet search persn:Ada', 2, /There is no key "persn"/],
  ['fleet search -n none tool:exec', 2, /gatehouse fleet search -n 50/],
  ['policy bundle build', 2, /SOURCE/],
  ['policy bundle build nowhere.yaml', 1, /nowhere\.yaml/],
  ['policy bundle build folder', 1, /folder/],
  ['policy bundle build empty.yaml', 1, /empty\.yaml/],
  ['policy bundle build list.yaml', 1, /list\.yaml:1/],
  ['policy bundle build broken.yaml', 1, /broken\.yaml:\d+/],
  ['policy bundle build noise.yaml', 1, /noise\.yaml/],
  ['policy bundle build past.yaml', 1, /past\.yaml:3:\d+ .*expired already/],
  ['policy bundle build zero.yaml', 1, /zero\.yaml:2/],
  ['policy bundle build day.yaml', 1, /day\.yaml:3/],
  ['policy bundle build name.yaml', 1, /name\.yaml:1/],
  ['policy bundle build pin.yaml', 1, /pin\.yaml:4/],
  ['policy bundle build agent.yaml', 1, /agent\.yaml:4/],
  ['policy bundle sign good.json', 2, /needs --key/],
  ['policy bundle sign nowhere.json --key key.pem', 1, /nowhere\.json cannot be read/],
  ['policy bundle sign good.json --key nowhere.pem', 1, /nowhere\.pem cannot be read/],
  ['policy bundle sign good.json --key rsa.pem', 1, /no Ed25519 key/],
  ['policy bundle sign good.json --key public.pem', 1, /no private key/],
  ['policy bundle sign good.json --key good.json', 1, /no private key/],
  ['policy bundle sign key.pem --key key.pem', 1, /no policy bundle/],
  ['policy bundle sign list.json --key key.pem', 1, /no policy bundle/],
  ['policy bundle sign folder --key key.pem', 1, /folder cannot be read/],
  ['policy bundle verify good.json', 2, /No keys to check with/],
  ['policy bundle verify good.json --key abc', 1, /no Ed25519 key/],
  ['policy bundle verify good.json --key GOOD -n 0', 2, /1 or more/],
  ['policy bundle verify good.json --key GOOD -n all', 2, /1 or more/],
  ['policy bundle verify good.json --key GOOD -n 2', 1, /2 of the keys/],
  ['policy bundle verify cut.json --key GOOD', 1, /not JSON/],
  ['policy bundle verify empty.json --key GOOD', 1, /not JSON/],
  ['policy bundle verify noise.json --key GOOD', 1, /not JSON/],
  ['policy bundle verify list.json --key GOOD', 1, /no policy bundle/],
  ['policy bundle verify nowhere.json --key GOOD', 1, /cannot be read/],
  ['policy bundle keygen key.pem', 1, /key\.pem/],
  ['policy bundle keygen nowhere/key.pem', 1, /key\.pem/],
  ['policy bundle agent reviewer', 1, /has no agent reviewer/],
  ['policy bundle accept', 1, /No bundle waits/],
  ['policy bundle fetch', 1, /follows no organisation/],
]

/** Files of the test stand for themselves. */
const wordsOf = (line: string): readonly string[] =>
  line
    .split(' ')
    .map((word) =>
      word === 'GOOD'
        ? publicText(key.publicKey)
        : /\.(?:json|yaml|pem)$/.test(word) || word === 'folder'
          ? at(word)
          : word,
    )

it.each(fewRows(rows, 6))('%s', async (line, code, words) => {
  const given = line.replace(/ @whole$/, '')
  const files = ['good.json', 'key.pem'].map((name) => readFileSync(at(name), 'utf8'))
  const answer = await said(wordsOf(given))
  expect(answer).toEqual({ code, text: expect.stringMatching(words) })
  expect(['good.json', 'key.pem'].map((name) => readFileSync(at(name), 'utf8'))).toEqual(files)
  expect(existsSync(at('policy-bundle.json'))).toBe(false)
})

it('prints SQL that adds nothing to the newest tables', async () => {
  expect(await said(['fleet', 'init', '--print', '--from', String(KNOWN.newest)])).toEqual({
    code: 0,
    text: `-- Version ${KNOWN.newest} is the newest: nothing is to be added.\n`,
  })
})
