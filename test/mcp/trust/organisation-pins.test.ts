// Which tools, prompts, resources and programs of a server an organisation lets be used.
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import {
  notPinned,
  programHeld,
  programNotPinned,
} from '../../../main/mcp/trust/organisation-pins.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const [node, script] = [sha256('node'), sha256('server.js')]
const pins = {
  organisation: 'Example',
  servers: {
    forge: {
      tools: { list: sha256('as reviewed') },
      prompts: { sum_up: sha256('as reviewed') },
      resources: {},
      programs: [node, script],
    },
    closed: { tools: {} },
  },
}

const how = 'Ask the person who keeps the policy bundle of Example.'

const saying = (expected: string): unknown =>
  expect.stringMatching(new RegExp(`^Managed by Example: .*${expected}`))

it.each([
  ['a tool in its definition', 'forge', 'tool', 'list', 'as reviewed', ''],
  ['a tool in another definition', 'forge', 'tool', 'list', 'changed', 'not in the definition'],
  ['a tool that is not named', 'forge', 'tool', 'delete', 'as reviewed', 'tool is not one of'],
  ['a name of every object', 'forge', 'tool', 'constructor', '', 'not one of those of forge'],
  ['a server without any', 'closed', 'tool', 'list', 'as reviewed', 'not one of those of closed'],
  ['a server that is not named', 'other', 'tool', 'list', 'anything', ''],
  ['a server with a name of every object', 'toString', 'tool', 'list', 'anything', ''],
  ['a prompt in its definition', 'forge', 'prompt', 'sum_up', 'as reviewed', ''],
  ['a prompt in another one', 'forge', 'prompt', 'sum_up', 'changed', 'not in the definition'],
  ['a prompt that is not named', 'forge', 'prompt', 'list', 'as reviewed', 'prompt is not one of'],
  ['a resource where none is named', 'forge', 'resource', 'a://b', 'x', 'resource is not one of'],
  ['a prompt where prompts are not held', 'closed', 'prompt', 'sum_up', 'anything', ''],
] as const)('closes or leaves open: %s', (_what, server, what, name, text, expected) => {
  const found = notPinned(pins, server, { what, name, text }, sha256)
  const wrong = { what: saying(expected), how }
  expect(found).toEqual(expected === '' ? null : wrong)
  expect(notPinned(null, server, { what, name, text }, sha256)).toBe(null)
})

const file = (name: string, hash: string): string => `sha256 /opt/${name} ${hash}`

it.each([
  ['the files that are named', [file('node', node), file('a b.js', script), '--port'], null],
  ['one of them', [file('node', node)], null],
  ['another script', [file('node', node), file('x.js', sha256('x'))], '/opt/x.js is not a program'],
  [
    'a file that cannot be read',
    [file('node', node), 'sha256 /opt/x.js cannot be read'],
    ' is not',
  ],
  ['no file at all', ['https://forge.example.org'], 'not started from a program'],
  ['words that only look like one', [`sha256 ${node}`], 'not started from a program'],
])('starts a server, or not, from %s', (_what, launch, expected) => {
  const said = expected === null ? null : saying(expected)
  expect(programNotPinned(pins, 'forge', launch)?.what ?? null).toEqual(said)
  expect(programHeld(pins, 'forge', launch)).toEqual(
    expected === null ? null : { code: 'server.program-managed', text: said, hint: how },
  )
  expect(programNotPinned(pins, 'closed', launch)).toBe(null)
  expect(programNotPinned(null, 'forge', launch)).toBe(null)
})
