// Which tools of a server an organisation lets be used.
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { notPinned } from '../../../main/mcp/trust/organisation-pins.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const pins = {
  organisation: 'Example',
  servers: { forge: { tools: { list: sha256('as reviewed') } }, closed: { tools: {} } },
}

it.each([
  ['a tool in its definition', 'forge', 'list', 'as reviewed', ''],
  ['a tool in another definition', 'forge', 'list', 'changed since', 'not in the definition'],
  ['a tool that is not named', 'forge', 'delete', 'as reviewed', 'not one of those of forge'],
  ['a name of every object', 'forge', 'constructor', '', 'not one of those of forge'],
  ['a server without any', 'closed', 'list', 'as reviewed', 'not one of those of closed'],
  ['a server that is not named', 'other', 'list', 'anything', ''],
])('closes or leaves %s', (_what, server, tool, text, expected) => {
  const found = notPinned(pins, server, tool, text, sha256)
  expect([found === null, found?.what ?? '']).toEqual([
    expected === '',
    expect.stringContaining(expected),
  ])
  expect(found?.what.startsWith('Managed by Example') ?? true).toBe(true)
  expect(notPinned(null, server, tool, text, sha256)).toBe(null)
})
