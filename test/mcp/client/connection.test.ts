// A connection to well-behaved programs: servers on both official SDKs, and the official example
// server, in the real sandbox.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { CallListener } from '../../../contract/call/powers/server-power.ts'
import type { Connection } from '../../../main/mcp/connection.ts'
import type { Asked } from '../../../main/mcp/client/deps.ts'
import { hashFile } from '../../../main/sandbox/files/hash-file.ts'
import { processesWith } from '../../escape/fixture.ts'
import { hostile, openOutside, options, project, saying, stateOf } from './fixture.ts'

const linux = process.platform === 'linux'
const why = linux ? '' : ` (skipped on ${process.platform}: its sandbox is not built yet)`
const fixture = openOutside('honest')
const v1 = join(project, 'test/fakes/mcp/honest/v1-server.ts')
const v2 = join(project, 'test/fakes/mcp/honest/v2-server.ts')
const everything = join(
  project,
  'node_modules/@modelcontextprotocol/server-everything/dist/index.js',
)
const call = (connection: Connection, tool: string, args = {}, more = {}) =>
  connection.call(tool, args, options(more))
const hearing = (progress: CallListener['progress']): CallListener => ({
  progress,
  log: () => {},
  logLevel: null,
  client: 'a client',
  can: () => false,
  ask: () => Promise.resolve({}),
})
const failing = (code: string, text: RegExp = /./) => ({
  ok: false,
  error: expect.objectContaining({ code, text: expect.stringMatching(text) }),
})

describe.runIf(linux)(`a connection to a program${why}`, () => {
  it.each([
    ['older', v1, '2025-11-25', 'v1', 'Ask kindly.'],
    ['newer', v2, '2026-07-28', 'v2', null],
  ])(
    'speaks the %s protocol era, and pins the program that is started',
    { timeout: 600_000 },
    async (era, program, protocol, name, instructions) => {
      const connection = fixture.connect(era, [program])
      expect(connection.state()).toEqual({ kind: 'starting' })
      expect(connection.offer()).toBe(null)
      expect(await call(connection, 'echo', { text: 'hällo' })).toEqual(saying('hällo'))
      expect(connection.state()).toEqual({ kind: 'ready' })
      const offer = connection.offer()
      expect(offer).toMatchObject({
        server: { name, version: expect.any(String) },
        protocol,
        instructions,
      })
      expect(offer?.tools[0]).toMatchObject({
        name: 'echo',
        description: 'Says it again.',
        inputSchema: { type: 'object' },
        outputSchema: null,
      })
      expect(offer?.launch).toEqual([
        process.execPath,
        program,
        `sha256 ${process.execPath} ${await hashFile(process.execPath)}`,
        `sha256 ${program} ${await hashFile(program)}`,
      ])
      expect(connection.observed()).toEqual({
        hosts: [],
        refusedHosts: [],
        programs: [process.execPath],
        files: [],
        written: [],
      })
      await connection.dispose()
      expect(await call(connection, 'echo', { text: 'late' })).toEqual(failing('server.off'))
    },
  )

  it(
    'is patient with a greeting, and with a program that ends at the question which era it speaks @whole',
    { timeout: 600_000 },
    async () => {
      const connection = fixture.connect('old', [
        join(project, 'test/fakes/mcp/honest/ends-at-probe.ts'),
      ])
      expect(await call(connection, 'echo')).toEqual(saying('met'))
      expect(connection.log()).toContain('Listening on standard streams …')
    },
  )

  it(
    'says what was wrong with the first answer, and not that the program ended after it @whole',
    { timeout: 600_000 },
    async () => {
      const connection = fixture.connect('future', [
        join(project, 'test/fakes/mcp/honest/odd.ts'),
        'future',
      ])
      await stateOf(connection, 'waiting')
      expect(connection.state()).toMatchObject({
        text: expect.stringMatching(/speaks a version .* not known here.*2099-01-01/),
      })
    },
  )

  it(
    'reads prompts and resources, and calls with structured answers',
    { timeout: 600_000 },
    async () => {
      const connection = fixture.connect('reads', [v1])
      await stateOf(connection, 'ready')
      expect(connection.offer()).toMatchObject({
        prompts: [
          {
            name: 'greet',
            title: null,
            description: 'A greeting.',
            arguments: [{ name: 'name', description: '', required: true }],
          },
        ],
        resources: [
          {
            uri: 'note://one',
            template: false,
            name: 'note',
            title: null,
            description: 'A note.',
            mimeType: 'text/plain',
          },
        ],
      })
      expect(await connection.getPrompt('greet', { name: 'Ada' }, options())).toEqual({
        ok: true,
        value: {
          content: ['Greet Ada.', 'Gladly.'].map((text) => ({ kind: 'text', text })),
          structured: { roles: ['user', 'assistant'] },
          failed: false,
        },
      })
      expect(await connection.readResource('note://one', options())).toEqual({
        ok: true,
        value: {
          content: [
            { kind: 'resource', uri: 'note://one', mimeType: 'text/plain', text: 'noted' },
            { kind: 'blob', uri: 'note://pixel', mimeType: 'image/png', data: 'iVBORw0KGgo=' },
            { kind: 'blob', uri: 'note://bytes', mimeType: null, data: 'AAAA' },
          ],
          structured: null,
          failed: false,
        },
      })
      expect(await call(connection, 'sum', { a: 1, b: 2 })).toEqual({
        ok: true,
        value: { content: [], structured: { sum: 3 }, failed: false },
      })
      expect(await call(connection, 'sum', { a: 'x', b: 2 })).toMatchObject({
        ok: true,
        value: { failed: true },
      })
      expect(await call(connection, 'not_there')).toEqual(failing('server.no-tool'))
      expect(await connection.getPrompt('not_there', {}, options())).toEqual(
        failing('server.error'),
      )
    },
  )

  it(
    'reports progress, cancels what is stopped, and gives up in time @whole',
    { timeout: 600_000 },
    async () => {
      const connection = fixture.connect('slow', [v1])
      const reported: unknown[] = []
      expect(
        await call(
          connection,
          'slow',
          { steps: 30 },
          { listener: hearing((each) => void reported.push(each)) },
        ),
      ).toEqual(saying('done'))
      // Each of them: the server reports as an honest one does.
      expect(reported).toEqual(
        Array.from({ length: 30 }, (_, at) => ({
          done: at + 1,
          total: 30,
          text: `step ${at + 1}`,
        })),
      )
      // Stopped once it is under way: before that there is nothing to call off.
      const stop = new AbortController()
      const stopAtFirst = hearing(() => stop.abort())
      expect(
        await call(
          connection,
          'slow',
          { steps: 5_000 },
          { signal: stop.signal, listener: stopAtFirst },
        ),
      ).toEqual(failing('server.cancelled'))
      expect(await call(connection, 'slow', { steps: 5_000 }, { timeoutMs: 300 })).toEqual(
        failing('server.timeout'),
      )
      await expect.poll(() => call(connection, 'called_off')).toEqual(saying('2'))
      expect(connection.state()).toEqual({ kind: 'ready' })
    },
  )

  it(
    'reads its lists again when they change, and offers the same object while nothing did @whole',
    { timeout: 600_000 },
    async () => {
      let changes = 0
      const connection = fixture.connect('changing', [v1], { changed: () => void (changes += 1) })
      await stateOf(connection, 'ready')
      const first = connection.offer()
      expect(await call(connection, 'echo', { text: 'x' })).toEqual(saying('x'))
      expect(connection.offer()).toBe(first)
      const before = changes
      await call(connection, 'add_tool')
      await expect
        .poll(() => connection.offer()?.tools.some(({ name }) => name === 'more'))
        .toBe(true)
      expect(connection.offer()).not.toBe(first)
      expect(changes).toBeGreaterThan(before)
      expect(await call(connection, 'more')).toEqual(saying('more'))
    },
  )

  it(
    'gives it its roots, its environment with stored secrets, and nothing of ours',
    { timeout: 600_000 },
    async () => {
      const connection = fixture.connect(
        'granted',
        [v1],
        {},
        { env: { PLAIN: 'as written', TOKEN: { secret: 'forge-token' } } },
      )
      expect(await call(connection, 'roots')).toEqual(
        saying(JSON.stringify([{ uri: pathToFileURL(project).href, name: project }])),
      )
      expect(await call(connection, 'env', { name: 'PLAIN' })).toEqual(saying('as written'))
      expect(await call(connection, 'env', { name: 'TOKEN' })).toEqual(saying('stored-value'))
      expect(await call(connection, 'env', { name: 'USER' })).toEqual(saying('not there'))
      expect(JSON.stringify(connection.offer())).not.toContain('stored-value')
      await call(connection, 'log')
      await expect.poll(() => connection.log()).toContain('[warning] look out')
    },
  )

  it(
    'passes on what a server asks the person, and gives no answer of its own',
    { timeout: 600_000 },
    async () => {
      const asked: Asked[] = []
      const connection = fixture.connect('asking', [v1], {
        asked: async ({ only }) => {
          if (only !== undefined) asked.push(only)
          return asked.length === 1
            ? {
                only: {
                  kind: 'answer',
                  result: { action: 'accept', content: { which: 'this' } },
                },
              }
            : {}
        },
      })
      expect(await call(connection, 'ask')).toEqual(
        saying('{"action":"accept","content":{"which":"this"}}'),
      )
      expect(await call(connection, 'ask')).toEqual(saying('{"action":"decline"}'))
      expect(asked[0]).toMatchObject({ kind: 'elicitation', request: { message: 'Which?' } })
    },
  )

  it(
    'tries again after it ended, and tells a call that was under way that nothing is known @whole',
    { timeout: 600_000 },
    async () => {
      const states: unknown[] = []
      // Its first change is told while it is opened.
      const opened: Connection[] = []
      const connection = fixture.connect('ending', [v1], {
        limits: { waitMs: [100] },
        changed: () => void states.push(...opened.map((one) => one.state())),
      })
      opened.push(connection)
      await stateOf(connection, 'ready')
      const other = fixture.connect('unaffected', [v1])
      await stateOf(other, 'ready')
      expect(await call(connection, 'crash')).toEqual(failing('server.ended', /ended with code 7/))
      expect(states).toContainEqual(
        expect.objectContaining({ kind: 'waiting', text: 'The server ending ended with code 7.' }),
      )
      // A call waits for the next start.
      expect(await call(connection, 'echo', { text: 'again' })).toEqual(saying('again'))
      expect(await call(other, 'echo', { text: 'still here' })).toEqual(saying('still here'))
    },
  )

  it(
    'sees which hosts it tries, and opens those only that it was granted @whole',
    { timeout: 600_000 },
    async () => {
      const connection = fixture.connect('reaching', [v1], {}, { hosts: ['granted.invalid'] })
      expect(await call(connection, 'reach', { host: 'other.example' })).toEqual(
        saying('HTTP/1.1 403 Forbidden'),
      )
      await call(connection, 'reach', { host: 'granted.invalid' })
      await expect.poll(() => connection.observed().refusedHosts).toContain('other.example')
      const cut = fixture.connect('cut-off', [v1])
      // Nothing was granted: it gets nowhere, and what it tried is seen.
      expect(await call(cut, 'reach', { host: 'other.example' })).toEqual(
        saying(expect.stringMatching(/^HTTP\/1\.1 403/) as unknown as string),
      )
      await expect.poll(() => cut.observed().refusedHosts).toContain('other.example')
    },
  )

  it(
    'says what is wrong with a configuration that cannot start, and does not try again',
    { timeout: 600_000 },
    async () => {
      const missing = fixture.connectTo('missing', {
        transport: 'stdio',
        command: 'no-such-program',
      })
      await stateOf(missing, 'stopped')
      expect(missing.state()).toEqual({
        kind: 'stopped',
        text: 'There is no program no-such-program.',
        hint: expect.stringContaining('/usr/bin'),
      })
      const nowhere = fixture.connectTo('nowhere', {
        transport: 'stdio',
        command: 'node',
        folders: [{ path: '/no/such/folder' }],
      })
      await stateOf(nowhere, 'stopped')
      const off = fixture.connectTo('off', { transport: 'stdio', command: 'node', enabled: false })
      expect(off.state()).toEqual({ kind: 'off' })
      expect(await call(off, 'any')).toEqual(failing('server.off'))
    },
  )

  it(
    'uses of odd answers what is known, and nothing of what is not as declared @whole',
    { timeout: 600_000 },
    async () => {
      const connection = fixture.connect('odd', [hostile('odd-result')])
      expect(await call(connection, 'fits')).toMatchObject({
        ok: true,
        value: { structured: { n: 1 } },
      })
      expect(await call(connection, 'misfits')).toEqual(
        failing('server.result', /not what the tool declares/),
      )
      expect(await call(connection, 'lacks')).toEqual(
        failing('server.result', /no structured data/),
      )
      expect(await call(connection, 'failed')).toMatchObject({
        ok: true,
        value: { failed: true, content: [{ kind: 'text', text: 'failed' }] },
      })
      expect(await call(connection, 'strange')).toEqual({
        ok: true,
        value: {
          content: [
            { kind: 'text', text: 'strange' },
            { kind: 'left-out', text: 'A part of a kind that is not known: hologram.' },
          ],
          structured: null,
          failed: false,
        },
      })
      expect(await call(connection, 'pictures')).toEqual({
        ok: true,
        value: {
          content: [
            { kind: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' },
            { kind: 'left-out', text: 'A picture whose kind is no kind of image.' },
            { kind: 'audio', mimeType: 'audio/wav', data: 'UklGRg==' },
            { kind: 'link', uri: 'note://one', name: 'one', mimeType: null },
          ],
          structured: null,
          failed: false,
        },
      })
      expect(await call(connection, 'spoiled')).toEqual(
        failing('server.result', /not what the protocol allows/),
      )
      expect(connection.state()).toEqual({ kind: 'ready' })
    },
  )

  it('starts eight at once, none of them after another @whole', { timeout: 600_000 }, async () => {
    const folder = join(fixture.root, 'of-eight')
    mkdirSync(folder)
    const late = join(project, 'test/fakes/mcp/honest/late-server.ts')
    const folders = [project, folder].map((path) => ({ path, write: false }))
    const eight = Array.from({ length: 8 }, (_, n) =>
      fixture.connect(`of-eight-${n}`, [late, folder, `server ${n}`], {}, { folders }),
    )
    // All of them run before the first has said a word.
    for (let n = 0; n < 8; n += 1)
      await expect.poll(() => processesWith(`${folder}\0server ${n}`).length).toBeGreaterThan(0)
    expect(new Set(eight.map((each) => each.state().kind))).toEqual(new Set(['starting']))
    writeFileSync(join(folder, 'go'), '')
    await Promise.all(eight.map((each) => stateOf(each, 'ready')))
  })
})

describe.runIf(linux && existsSync(everything))(`the official example server${why}`, () => {
  it('is read whole and called, over standard streams @whole', { timeout: 600_000 }, async () => {
    const connection = fixture.connect('everything', [everything])
    await stateOf(connection, 'ready')
    expect(connection.offer()?.tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['echo', 'get-sum', 'get-tiny-image', 'get-structured-content']),
    )
    expect(connection.offer()?.prompts.length).toBeGreaterThan(0)
    expect(connection.offer()?.resources.length).toBeGreaterThan(0)
    expect(await call(connection, 'echo', { message: 'hi' })).toEqual(saying('Echo: hi'))
    expect(await call(connection, 'get-tiny-image')).toMatchObject({
      ok: true,
      value: {
        content: expect.arrayContaining([
          expect.objectContaining({ kind: 'image', mimeType: 'image/png' }),
        ]),
      },
    })
    expect(await call(connection, 'get-structured-content', { location: 'Chicago' })).toMatchObject(
      {
        ok: true,
        value: { structured: { temperature: expect.any(Number) } },
      },
    )
    expect(await call(connection, 'get-env')).toMatchObject({ ok: true })
  })
})
