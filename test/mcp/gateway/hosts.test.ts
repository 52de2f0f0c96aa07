// The hosts that a server is granted, through a whole Gatehouse: which it gets out to, and what is
// said of those it tried.
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, root } from './test-app.ts'
import type { TestApp } from './test-app.ts'

let testApp: TestApp
const program = join(root, 'test/fakes/mcp/honest/v1-server.ts')
const server = (hosts: string): string =>
  `{ transport: stdio, command: ${process.execPath}, args: [${program}], folders: [{ path: ${root} }], trust: local, hosts: [${hosts}] }`

beforeAll(() => {
  testApp = openTestApp(
    `servers:\n  some: ${server('"*.granted.invalid", one.invalid')}\n  strangers: ${server('"*.com"')}\nrules:\n  - { id: free, when: { tools: [some__reach] }, effect: allow, reason: tried }\n  - { id: still-free, when: { tools: [some__reach], taint: [untrusted] }, effect: allow, reason: tried }\n`,
  )
})
afterAll(() => testApp.remove())

describe.runIf(process.platform === 'linux')(
  'a server that was granted a host, and the names below another',
  () => {
    it(
      'gets out to these alone, and is said to have tried the others',
      { timeout: 600_000 },
      async () => {
        const client = new Client({ name: 'official', version: '1.0.0' })
        await client.connect(
          new StdioClientTransport({ ...testApp.command('hosts'), stderr: 'inherit' }),
        )
        const person = await testApp.person()
        const review = await person.call('servers.review', { name: 'some' })
        if (!review.ok) throw new Error(review.error.text)
        const items = review.value.items.map(({ what, name }) => ({ what, name }))
        expect(
          await person.call('servers.accept', { name: 'some', items, digest: review.value.digest }),
        ).toMatchObject({ ok: true })
        const reach = async (host: string): Promise<string> => {
          const { content } = (await client.callTool({
            name: 'some__reach',
            arguments: { host },
          })) as { content: { text: string }[] }
          return content[0]?.text ?? ''
        }
        // No such name has an address: what is let out fails at that, and what is not fails before.
        for (const host of ['a.granted.invalid', 'b.a.granted.invalid', 'one.invalid'])
          expect([host, await reach(host)]).toEqual([host, expect.stringMatching(/ 50\d /)])
        const others = [
          'a.one.invalid',
          'evilgranted.invalid',
          'granted.invalid',
          'a.granted.invalid.evil.invalid',
        ].toSorted()
        for (const host of others)
          expect([host, await reach(host)]).toEqual([host, 'HTTP/1.1 403 Forbidden'])
        const seen = async () => {
          const listed = await person.call('servers.list', {})
          if (!listed.ok) throw new Error(listed.error.text)
          return listed.value.find(({ name }) => name === 'some')
        }
        await expect.poll(async () => (await seen())?.access.observed.refusedHosts).toEqual(others)
        const { access: reported, advice } = (await seen()) ?? {}
        expect(reported?.observed.hosts).toEqual([
          'a.granted.invalid',
          'b.a.granted.invalid',
          'one.invalid',
        ])
        const blamed = advice?.filter((text) => text.includes('did not grant')).join() ?? ''
        expect([
          blamed.includes('evilgranted.invalid'),
          /\bone\.invalid(?!\.)/.test(blamed.replaceAll('a.one.invalid', '')),
        ]).toEqual([true, false])
        await client.close()
      },
    )

    it(
      'is seen to try a name and an address past the proxy, and neither leads anywhere',
      { timeout: 600_000 },
      async () => {
        const client = new Client({ name: 'official', version: '1.0.0' })
        await client.connect(
          new StdioClientTransport({ ...testApp.command('past'), stderr: 'inherit' }),
        )
        const person = await testApp.person()
        const direct = async (host: string): Promise<string> => {
          const { content } = (await client.callTool({
            name: 'some__reach',
            arguments: { host, past: true },
          })) as { content: { text: string }[] }
          return content[0]?.text ?? ''
        }
        expect([
          await direct('collector.past.invalid'),
          await direct('one.invalid'),
          await direct('192.0.2.7'),
        ]).toEqual([
          'getaddrinfo ENOTFOUND collector.past.invalid',
          'getaddrinfo ENOTFOUND one.invalid',
          expect.stringContaining('ENETUNREACH 192.0.2.7:443'),
        ])
        // Also a host that it was granted: past the proxy it gets nowhere, and a sentence says so.
        await expect
          .poll(
            async () => {
              const listed = await person.call('servers.list', {})
              const some = listed.ok ? listed.value.find(({ name }) => name === 'some') : undefined
              return some?.access.observed.refusedHosts
                .filter((host) => !/granted\.invalid|a\.one/.test(host))
                .toSorted()
            },
            { timeout: 600_000 },
          )
          .toEqual(['192.0.2.7', 'collector.past.invalid', 'one.invalid'])
        await client.close()
      },
    )

    it(
      'does not start with a wildcard over what strangers share, and says why',
      { timeout: 600_000 },
      async () => {
        const found = await (await testApp.person()).call('servers.review', { name: 'strangers' })
        expect(found).toMatchObject({
          ok: false,
          error: { text: expect.stringContaining('*.com covers hosts of strangers') as string },
        })
      },
    )
  },
)
