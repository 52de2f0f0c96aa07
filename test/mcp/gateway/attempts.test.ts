// What servers dial past the proxy, through a whole Gatehouse and in the real sandbox: nothing gets
// out, and what was tried is listed with its address and port where the language can be brought to tell.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NAMELESS_ADDRESS } from '../../../contract/server/server-access.ts'
import { openTestApp, root } from './test-app.ts'
import type { TestApp } from './test-app.ts'

const languages = {
  node: { command: process.execPath, file: 'dial.cjs' },
  python: { command: '/usr/bin/python3', file: 'dial.py' },
  perl: { command: '/usr/bin/perl', file: 'dial.pl' },
} as const
const here = Object.entries(languages).filter(([, { command }]) => existsSync(command))

let testApp: TestApp
beforeAll(() => {
  const folder = join(root, 'test/fakes/mcp/hostile')
  const servers = here.map(
    ([name, { command, file }]) =>
      `  ${name}: { transport: stdio, command: ${command}, args: [${join(folder, file)}], folders: [{ path: ${folder} }], trust: local, hosts: [one.invalid] }`,
  )
  testApp = openTestApp(
    `servers:\n${servers.join('\n')}\nrules:\n  - { id: free, when: { tools: ["*__dial"] }, effect: allow, reason: tried }\n`,
  )
})
afterAll(() => testApp.remove())

const byName = (hosts: readonly string[]): readonly string[] =>
  hosts.toSorted((one, other) => (one < other ? -1 : 1))

/** Reviews it, lets it dial, and gives its own words and what is listed once that is `whole`. */
async function dialled(name: string, whole: (refused: readonly string[]) => boolean) {
  const client = new Client({ name: 'official', version: '1.0.0' })
  await client.connect(new StdioClientTransport({ ...testApp.command(name), stderr: 'inherit' }))
  const person = await testApp.person()
  const review = await person.call('servers.review', { name })
  if (!review.ok) throw new Error(review.error.text)
  const { items, digest } = review.value
  const named = items.map(({ what, name: own }) => ({ what, name: own }))
  await person.call('servers.accept', { name, items: named, digest })
  const { content } = (await client.callTool({ name: `${name}__dial`, arguments: {} })) as {
    content: { text: string }[]
  }
  const observed = async () => {
    const listed = await person.call('servers.list', {})
    const one = listed.ok ? listed.value.find((server) => server.name === name) : undefined
    return one?.access.observed ?? { hosts: [], refusedHosts: [] }
  }
  await expect.poll(async () => whole((await observed()).refusedHosts)).toBe(true)
  await client.close()
  const { hosts, refusedHosts } = await observed()
  return { said: content[0]?.text ?? '', hosts, refusedHosts: byName(refusedHosts) }
}

describe.runIf(process.platform === 'linux')('a server that dials past the proxy', () => {
  it(
    'in Node is listed with each address and port, and reaches what it was granted and its own loopback',
    { timeout: 600_000 },
    async () => {
      const whole = (all: readonly string[]): boolean =>
        all.length >= 5 && all.includes('db.collector.invalid:6379')
      const { said, hosts, refusedHosts } = await dialled('node', whole)
      expect(JSON.parse(said)).toEqual({
        address: expect.stringContaining('ENETUNREACH'),
        name: expect.stringContaining('ENOTFOUND'),
        six: expect.stringMatching(/ENETUNREACH|EADDRNOTAVAIL/),
        datagram: expect.stringContaining('ENETUNREACH'),
        own: '200 its own',
        fetched: expect.stringContaining('fetch failed'),
        granted: expect.stringContaining('fetch failed'),
      })
      expect({ hosts, refusedHosts }).toEqual({
        hosts: ['one.invalid'],
        refusedHosts: [
          '192.0.2.53:53',
          '192.0.2.7:5432',
          '[2001:db8::7]',
          'api.collector.invalid',
          'db.collector.invalid:6379',
        ],
      })
    },
  )

  it.runIf(existsSync(languages.python.command))(
    'in Python is listed with each address and port (skipped without Python)',
    { timeout: 600_000 },
    async () => {
      const { said, refusedHosts } = await dialled('python', (all) => all.length >= 2)
      expect([said, refusedHosts]).toEqual([
        expect.stringMatching(/unreachable.*unreachable/),
        ['192.0.2.54:53', '192.0.2.8:8443'],
      ])
    },
  )

  it.runIf(existsSync(languages.perl.command))(
    'in a language that tells nobody is listed as having tried an address (skipped without Perl)',
    { timeout: 600_000 },
    async () => {
      const { said, refusedHosts } = await dialled('perl', (all) => all.length > 0)
      expect([said, refusedHosts]).toEqual(['Network is unreachable', [NAMELESS_ADDRESS]])
    },
  )
})
