// The official example servers, as they come from the registry, in the sandbox behind a whole
// Gatehouse, for the official client: reviewed once, called over the gate, held to their folders,
// and still themselves after the app was killed.
// @module-tag whole
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { Progress } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, root } from './test-app.ts'
import type { TestApp } from './test-app.ts'

let testApp: TestApp
/** What the review found in each server, by item. */
const found: Record<string, string[][]> = {}
const entry = (name: string): string =>
  join(root, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`)
const server = (name: string, args: readonly string[], folders: string, env = ''): string =>
  `  ${name}: { transport: stdio, command: ${process.execPath}, args: ${JSON.stringify([entry(name), ...args])}, folders: [{ path: ${root} }${folders}]${env}, trust: local }\n`

const open = async (): Promise<Client> => {
  const client = new Client({ name: 'official', version: '1.0.0' })
  await client.connect(
    new StdioClientTransport({ ...testApp.command('official'), stderr: 'inherit' }),
  )
  return client
}
const call = async (
  client: Client,
  name: string,
  args: Record<string, unknown>,
): Promise<{ text: string; isError: boolean }> => {
  const { content, isError = false } = (await client.callTool({ name, arguments: args })) as {
    content: { text?: string }[]
    isError?: boolean
  }
  return { text: content.map(({ text = '' }) => text).join('\n'), isError }
}

/** What the session has read is to be named by a rule that allows. */
const allowed = (id: string, more: string): string =>
  `  - { id: ${id}, when: { tools: ["everything__*", "memory__*", "filesystem__*"]${more} }, effect: allow, reason: for this test }\n`

beforeAll(async () => {
  testApp = openTestApp('')
  const { workspace } = testApp
  chmodSync(workspace, 0o777)
  const granted = `, { path: ${workspace}, write: true }`
  const config = join(testApp.env['GATEHOUSE_HOME'] ?? '', 'config.yaml')
  writeFileSync(
    config,
    `${readFileSync(config, 'utf8')}servers:\n${server('everything', [], '')}${server('memory', [], granted, `, env: { MEMORY_FILE_PATH: ${join(workspace, 'memory.jsonl')} }`)}${server('filesystem', [workspace], granted)}rules:\n${allowed('before', '')}${allowed('after', ', taint: [private, untrusted]')}`,
  )
  await open().then((client) => client.close())
  const person = await testApp.person()
  for (const name of ['everything', 'memory', 'filesystem']) {
    const review = await person.call('servers.review', { name })
    if (!review.ok) throw new Error(review.error.text)
    found[name] = review.value.items
      .filter(({ warnings }) => warnings.length > 0)
      .map(({ name: item, warnings }) => [item, ...warnings])
    const items = review.value.items.map(({ what, name: item }) => ({ what, name: item }))
    const accepted = await person.call('servers.accept', {
      name,
      items,
      digest: review.value.digest,
    })
    if (!accepted.ok) throw new Error(accepted.error.text)
  }
}, 600_000)
afterAll(() => testApp.remove())

describe('the official example servers', () => {
  it('have few warnings', () => {
    expect(found).toEqual({
      memory: [],
      // Its instructions instruct, which is what they are for.
      everything: [
        ['get-env', 'It reads like orders: it asks for secrets or hidden instructions.'],
      ],
      // Four have the name of a built-in tool, which is a note: nothing else of the server is suspicious.
      filesystem: [],
    })
  })

  it(
    'are offered under their prefixes, and answer over the gate',
    { timeout: 600_000 },
    async () => {
      const client = await open()
      const names = (await client.listTools()).tools.map(({ name }) => name)
      expect(names).toEqual(
        expect.arrayContaining([
          'everything__echo',
          'memory__create_entities',
          'filesystem__read_text_file',
        ]),
      )
      expect(await call(client, 'everything__echo', { message: 'hi' })).toEqual({
        text: 'Echo: hi',
        isError: false,
      })
      expect(
        await call(client, 'filesystem__read_text_file', {
          path: join(testApp.workspace, 'README.md'),
        }),
      ).toEqual({
        text: 'hello\n',
        isError: false,
      })
      expect(await call(client, 'filesystem__read_text_file', { file: 'README.md' })).toEqual({
        text: expect.stringMatching(
          /do not fit: \/: .*path[^.]*\. It takes: head, path, tail\./,
        ) as string,
        isError: true,
      })
      await client.close()
    },
  )

  it(
    'have their progress passed on to a client that asks for it @whole',
    { timeout: 600_000 },
    async () => {
      const client = await open()
      const reported: Progress[] = []
      const name = 'everything__trigger-long-running-operation'
      const result = await client.callTool(
        { name, arguments: { duration: 2, steps: 4 } },
        undefined,
        { onprogress: (one) => reported.push(one) },
      )
      expect(result.isError).not.toBe(true)
      expect(reported.length).toBeGreaterThan(1)
      expect(
        reported.every(
          ({ progress, total }, at) => total === 4 && progress > (reported[at - 1]?.progress ?? -1),
        ),
      ).toBe(true)
      // And nobody is told who did not ask.
      expect(
        (await client.callTool({ name, arguments: { duration: 1, steps: 2 } })).isError,
      ).not.toBe(true)
      await client.close()
    },
  )

  it('write where they may, and nowhere else', { timeout: 600_000 }, async () => {
    const client = await open()
    const inside = join(testApp.workspace, 'made.txt')
    expect(
      await call(client, 'filesystem__write_file', { path: inside, content: 'made' }),
    ).toMatchObject({ isError: false })
    expect(readFileSync(inside, 'utf8')).toBe('made')
    // Its own check says no to the first; of the second it may read, and the sandbox says no to
    // writing.
    for (const path of ['/etc/made.txt', join(root, 'made.txt')]) {
      expect(await call(client, 'filesystem__write_file', { path, content: 'made' })).toMatchObject(
        { isError: true },
      )
      expect(existsSync(path)).toBe(false)
    }
    await client.close()
  })

  it(
    'keep their data when the app is killed, and need no new review after that @whole',
    { timeout: 600_000 },
    async () => {
      const first = await open()
      const entities = [
        { name: 'Ada', entityType: 'person', observations: ['wrote the first program'] },
      ]
      expect(await call(first, 'memory__create_entities', { entities })).toMatchObject({
        isError: false,
      })
      testApp.kill()
      await first.close()
      const second = await open()
      const later = await call(second, 'memory__search_nodes', { query: 'Ada' })
      expect(later).toMatchObject({
        isError: false,
        text: expect.stringContaining('wrote the first program') as string,
      })
      await second.close()
      const rows = (await testApp.journal())
        .filter((row) => row.kind === 'outcome')
        .map(({ tool, status }) => [tool, status])
      expect(rows).toContainEqual(['memory__search_nodes', 'done'])
    },
  )
})
