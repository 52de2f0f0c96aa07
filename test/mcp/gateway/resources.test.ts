// Resources and prompts of a server in the sandbox, through a whole Gatehouse, for the official
// client over both transports: only what was reviewed, under names that keep servers apart, each
// use over the gate and into the journal.
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { ResourceListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Input } from '../../../contract/ipc/ipc.ts'
import type { ServerItem, ServerReview } from '../../../contract/server/server-review.ts'
import { openTestApp, root } from './test-app.ts'
import type { TestApp } from './test-app.ts'

let testApp: TestApp
/** What was there when nobody had reviewed anything. */
let before: unknown
const info = { name: 'official', version: '1.0.0' }
const library = join(root, 'test/fakes/mcp/honest/library.ts')
const stdio = (trust: string): string =>
  `{ transport: stdio, command: ${process.execPath}, args: [${library}], folders: [{ path: ${root} }], trust: ${trust} }`

const review = async (name: string): Promise<ServerReview> => {
  const found = await (await testApp.person()).call('servers.review', { name })
  if (!found.ok) throw new Error(found.error.text)
  return found.value
}
const accept = async (name: string, items: Input<'servers.accept'>['items']): Promise<void> => {
  const { digest } = await review(name)
  const done = await (await testApp.person()).call('servers.accept', { name, items, digest })
  if (!done.ok) throw new Error(done.error.text)
}
const overStdio = async (name: string): Promise<Client> => {
  const client = new Client(info)
  await client.connect(new StdioClientTransport({ ...testApp.command(name), stderr: 'inherit' }))
  return client
}
const overHttp = async (
  name: string,
  narrowed?: Input<'clients.add'>['narrowed'],
): Promise<Client> => {
  const added = await (
    await testApp.person()
  ).call('clients.add', {
    name,
    ...(narrowed === undefined ? {} : { narrowed }),
  })
  if (!added.ok || added.value.url === null) throw new Error(JSON.stringify(added))
  const client = new Client(info)
  const requestInit = { headers: { authorization: `Bearer ${added.value.token}` } }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(added.value.url), { requestInit }) as Transport,
  )
  return client
}
const uris = async (client: Client): Promise<string[]> =>
  (await client.listResources()).resources.map(({ uri }) => uri).toSorted()

beforeAll(async () => {
  testApp = openTestApp(
    `servers:\n  library: ${stdio('local')}\n  archive: ${stdio('community')}\n  shut: ${stdio('local')}\nrules:\n  - { id: no-nine, when: { tools: [library__*], principals: [mcp-client], agents: [denied] }, effect: deny, reason: not for this one }\n`,
  )
  await overStdio('first').then((client) => client.close())
  const early = await overStdio('early')
  before = [await uris(early), (await early.listPrompts()).prompts]
  await early.close()
  // By name: its tools have the names of the archive's too, and what was found something in is not
  // opened with the rest.
  await accept(
    'library',
    (await review('library')).items.map(({ what, name }) => ({ what, name })),
  )
  const items: ServerItem[] = [
    { what: 'server', name: 'server' },
    { what: 'resource', name: 'note://one' },
  ]
  await accept('archive', items)
}, 600_000)
afterAll(() => testApp.remove())

describe.each([
  ['over stdio', () => overStdio('local')],
  ['over HTTP', () => overHttp('remote')],
])('the official client %s', (_, open) => {
  it(
    'lists what was reviewed, reads it, and gets a prompt, over the gate',
    { timeout: 600_000 },
    async () => {
      const client = await open()
      // Of the community server only the one thing that was opened; of the one that nobody looked
      // at nothing.
      expect(await uris(client)).toEqual(['archive+note://one', 'library+note://one'])
      expect(
        (await client.listResourceTemplates()).resourceTemplates.map(
          ({ uriTemplate }) => uriTemplate,
        ),
      ).toEqual(['library+note://by-id/{id}'])
      expect((await client.listPrompts()).prompts).toMatchObject([
        { name: 'library__greet', arguments: [{ name: 'name', required: true }] },
      ])
      // What reads them is in no list of tools.
      expect(
        (await client.listTools()).tools
          .map(({ name }) => name)
          .filter((name) => /resources-read|prompts-get/.test(name)),
      ).toEqual([])

      const { contents } = await client.readResource({ uri: 'library+note://one' })
      expect(contents).toEqual([
        {
          uri: 'library+note://one',
          mimeType: 'text/plain',
          text: expect.stringContaining('The first note. The key is '),
        },
        { uri: 'library+note://one/bytes', blob: 'AAECAw==' },
      ])
      // Cleaned and redacted on the way.
      expect(JSON.stringify(contents)).not.toMatch(/ghp_0123456789|\\u001b/)
      expect(await client.readResource({ uri: 'library+note://by-id/7' })).toMatchObject({
        contents: [{ uri: 'library+note://by-id/7', text: 'Note 7.' }],
      })
      expect(
        await client.getPrompt({ name: 'library__greet', arguments: { name: 'Ada' } }),
      ).toEqual({
        messages: [
          { role: 'user', content: { type: 'text', text: 'Greet Ada.' } },
          { role: 'assistant', content: { type: 'text', text: 'Gladly.' } },
        ],
      })
      // A link that can be read here is one that this client can use.
      const { content } = (await client.callTool({
        name: 'library__find_notes',
        arguments: {},
      })) as { content: { uri: string }[] }
      expect(content.map(({ uri }) => uri)).toEqual([
        'library+note://by-id/7',
        'https://example.com/',
      ])
      for (const uri of [
        'library+note://none',
        'archive+note://by-id/7',
        'shut+note://one',
        'note://one',
        'library+note://by-id/../x',
      ])
        await expect(client.readResource({ uri })).rejects.toThrow(/There is no such resource/)
      await expect(
        client.getPrompt({ name: 'archive__greet', arguments: { name: 'Ada' } }),
      ).rejects.toThrow(/There is no prompt/)
      await client.close()
    },
  )
})

it('finds nothing that nobody has reviewed', () => expect(before).toEqual([[], []]))

describe('a use', () => {
  it(
    'is held where any call would be, and its retry gets the one result @whole',
    { timeout: 600_000 },
    async () => {
      const client = await overStdio('asking')
      await expect(
        client.readResource({ uri: 'archive+note://one' }, { timeout: 1_000 }),
      ).rejects.toThrow(/timed out/i)
      const approval = await testApp.heldOne()
      expect(approval).toMatchObject({
        tool: 'archive__resources-read',
        args: { uri: 'note://one' },
        decision: {
          tier: 'R3',
          touches: [
            {
              kind: 'mcp.call',
              server: 'archive',
              tool: 'note://one',
              what: 'resource',
              trust: 'community',
            },
          ],
        },
      })
      expect(await testApp.answer(approval, 'once')).toBe(true)
      expect((await client.readResource({ uri: 'archive+note://one' })).contents).toHaveLength(2)
      const refused = client.readResource({ uri: 'archive+note://one' })
      refused.catch(() => {})
      await testApp.answer(await testApp.heldOne(), 'deny-once')
      await expect(refused).rejects.toThrow(/refused|denied|no/i)
      await client.close()
      const rows = (await testApp.journal()).flatMap((entry) =>
        (entry.kind === 'decision' && entry.principal.name === 'asking') ||
        (entry.kind === 'outcome' && entry.tool === 'archive__resources-read')
          ? [entry]
          : [],
      )
      expect(rows.map(({ kind, tool }) => `${kind} ${tool}`)).toEqual(
        ['decision', 'outcome', 'decision'].map((kind) => `${kind} archive__resources-read`),
      )
      expect(rows[1]).toMatchObject({
        status: 'done',
        label: 'untrusted',
        touched: [{ what: 'resource' }],
      })
      // What it read stays with the session.
      expect(rows[2]).toMatchObject({ taint: { untrustedRead: [{ from: 'the server archive' }] } })
    },
  )

  it('is refused by a rule like any call', { timeout: 600_000 }, async () => {
    const client = await overStdio('denied')
    await expect(client.readResource({ uri: 'library+note://one' })).rejects.toThrow(
      /not for this one/,
    )
    await client.close()
  })

  it('finds no resource of a server while the guard is on', { timeout: 600_000 }, async () => {
    const client = await overStdio('guarded')
    expect(await uris(client)).toHaveLength(2)
    const changed = new Promise<void>((resolve) =>
      client.setNotificationHandler(ResourceListChangedNotificationSchema, () => resolve()),
    )
    await (await testApp.person()).call('guard.set', { on: true })
    await changed
    expect([await uris(client), (await client.listPrompts()).prompts]).toEqual([[], []])
    await expect(client.readResource({ uri: 'library+note://one' })).rejects.toThrow(
      /There is no such resource/,
    )
    await (await testApp.person()).call('guard.set', { on: false, confirmed: true })
    await client.close()
  })

  it(
    'of a new resource waits for its review, and clients are notified after it @whole',
    { timeout: 600_000 },
    async () => {
      const client = await overStdio('waiting')
      let reported = 0
      client.setNotificationHandler(
        ResourceListChangedNotificationSchema,
        () => void (reported += 1),
      )
      await client.listResources()
      await client.callTool({ name: 'library__list_more', arguments: {} })
      await expect
        .poll(
          async () =>
            (await review('library')).items
              .filter(({ state }) => state === 'new')
              .map(({ name }) => name),
          { timeout: 600_000 },
        )
        .toEqual(['note://two'])
      expect([await uris(client), reported]).toEqual([
        ['archive+note://one', 'library+note://one'],
        0,
      ])
      await expect(client.readResource({ uri: 'library+note://two' })).rejects.toThrow(
        /There is no such resource/,
      )
      await accept('library', [{ what: 'resource', name: 'note://two' }])
      await expect.poll(() => reported).toBe(1)
      expect((await client.readResource({ uri: 'library+note://two' })).contents).toMatchObject([
        { text: 'The second note.' },
      ])
      await client.close()
    },
  )
})

describe('a client whose token has limits', () => {
  it(
    'reads and gets what its token is for, and each of these is one of its calls',
    { timeout: 600_000 },
    async () => {
      const narrow = await overHttp('narrow', { tools: ['archive__*'], seconds: null, calls: 1 })
      expect([await uris(narrow), (await narrow.listPrompts()).prompts]).toEqual([
        ['archive+note://one'],
        [],
      ])
      await expect(narrow.readResource({ uri: 'library+note://one' })).rejects.toThrow(
        /no such resource/,
      )
      await expect(narrow.getPrompt({ name: 'library__greet' })).rejects.toThrow(/no prompt named/)
      const read = () => narrow.readResource({ uri: 'archive+note://one' })
      const held = read().catch((error: unknown) => error)
      await answered('archive', held)
      await expect(read()).rejects.toThrow(/are used up/)
      await narrow.close()

      const prompts = await overHttp('prompts', { tools: ['library__*'], seconds: null, calls: 1 })
      const get = () => prompts.getPrompt({ name: 'library__greet', arguments: { name: 'Ada' } })
      const first = get().catch((error: unknown) => error)
      await answered('library', first)
      await expect(get()).rejects.toThrow(/are used up/)
      await prompts.close()
    },
  )
})

/** Approves what is held of that server until the call ends. */
async function answered(server: string, call: Promise<unknown>): Promise<void> {
  const person = await testApp.person()
  let over = false
  void call.finally(() => {
    over = true
  })
  // The call is counted before it is asked about, so an empty list says nothing while it runs.
  while (!over) {
    const found = await person.call('approvals.list', { states: ['pending'], limit: 20 })
    for (const { id, tool } of found.ok ? found.value : [])
      if (tool.startsWith(server)) await person.call('approvals.answer', { id, answer: 'once' })
    await new Promise((done) => setTimeout(done, 50))
  }
  // The index is a little behind the rows.
  await expect
    .poll(async () => {
      const rows = await person.call('audit.search', {
        query: 'category:delegation.token.turns_exhausted',
        limit: 20,
      })
      return rows.ok && rows.value.rows.length
    })
    .toBeGreaterThan(0)
}
