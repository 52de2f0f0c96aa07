// Both providers against a real local server that speaks their wire formats.
import { describe, expect, it } from 'vitest'
import type { ModelEvent } from '../../contract/agent/model.ts'
import { createModel } from '../../main/model/create-model.ts'
import { modelServer, type Turn } from '../fakes/model-server.ts'
import { codes, collect, configOf, hello, KEY, providers, quick, serve, step } from './asking.ts'
import { anthropicBody, openAiBody } from './expected-bodies.ts'

describe.each(providers)('%s', (provider) => {
  /** Events up to and with the first piece of the text. */
  const MIDDLE = provider === 'anthropic' ? 4 : 2

  it('streams text piece by piece and ends with the tokens counted', async () => {
    const server = await serve({
      kind: 'say',
      text: ['Hel', 'lo', ' there'],
      tokensIn: 12,
      tokensOut: 7,
    })
    expect(await step(provider, server.url)).toEqual([
      { kind: 'text', delta: 'Hel' },
      { kind: 'text', delta: 'lo' },
      { kind: 'text', delta: ' there' },
      { kind: 'end', reason: 'said', tokensIn: 12, tokensOut: 7 },
    ])
  })

  it('counts what the server had cached as a part of what was sent', async () => {
    const server = await serve({ kind: 'say', text: ['Hi'], tokensIn: 900, tokensCached: 800 })
    expect((await step(provider, server.url)).at(-1)).toEqual({
      kind: 'end',
      reason: 'said',
      tokensIn: 900,
      tokensOut: 5,
      tokensCached: 800,
    })
  })

  it('cuts off an answer that does not end, in text or in arguments', async () => {
    const piece = 'blah '.repeat(20_000)
    const chatty = await serve({ kind: 'say', text: Array.from({ length: 100 }, () => piece) })
    expect((await step(provider, chatty.url)).at(-1)).toMatchObject({
      kind: 'failed',
      error: { code: 'model.endless' },
    })
    const stuffed = await serve({
      kind: 'say',
      calls: [{ id: 'c1', name: 'write_file', args: { content: piece.repeat(100) } }],
    })
    expect(await step(provider, stuffed.url)).toMatchObject([
      { kind: 'failed', error: { code: 'model.endless' } },
    ])
  })

  it('gives several calls after the text, with their arguments parsed', async () => {
    const server = await serve({
      kind: 'say',
      text: ['Looking.'],
      calls: [
        { id: 'c1', name: 'read_file', args: { path: 'ä "b".txt' } },
        { id: 'c2', name: 'list_dir', args: {} },
      ],
    })
    expect(await step(provider, server.url)).toEqual([
      { kind: 'text', delta: 'Looking.' },
      { kind: 'call', id: 'c1', name: 'read_file', args: { path: 'ä "b".txt' } },
      { kind: 'call', id: 'c2', name: 'list_dir', args: {} },
      { kind: 'end', reason: 'calls', tokensIn: 10, tokensOut: 5 },
    ])
  })

  it('gives arguments that are not JSON as the text they are', async () => {
    const server = await serve({
      kind: 'say',
      calls: [{ id: 'c1', name: 'read_file', raw: '{"path": README' }],
    })
    expect(await step(provider, server.url)).toEqual([
      { kind: 'call', id: 'c1', name: 'read_file', args: '{"path": README' },
      { kind: 'end', reason: 'calls', tokensIn: 10, tokensOut: 5 },
    ])
  })

  it('says that the answer was cut at the length limit', async () => {
    const server = await serve({ kind: 'say', text: ['long'], length: true })
    expect((await step(provider, server.url)).at(-1)).toEqual({
      kind: 'end',
      reason: 'length',
      tokensIn: 10,
      tokensOut: 5,
    })
  })

  it('sends system, tools, calls and results in the form of the provider', async () => {
    const server = await serve({ kind: 'say', text: ['ok'] })
    await step(provider, server.url, {
      system: 'Be brief.',
      messages: [
        { role: 'user', text: 'read it' },
        {
          role: 'assistant',
          text: '',
          calls: [
            { id: 'c1', name: 'read_file', args: { path: 'a' } },
            { id: 'c2', name: 'odd name!', args: 'not json' },
          ],
        },
        { role: 'tool', callId: 'c1', name: 'read_file', text: 'content', ok: true },
        { role: 'tool', callId: 'c2', name: 'odd name!', text: 'no such tool', ok: false },
      ],
      tools: [
        {
          name: 'read_file',
          description: 'Reads.',
          inputSchema: {
            type: 'object',
            properties: { path: { type: 'string' } },
            required: ['path'],
          },
        },
      ],
    })
    const asked = server.asked[0]
    expect(asked?.path).toBe(provider === 'anthropic' ? '/v1/messages' : '/v1/chat/completions')
    expect(asked?.headers[provider === 'anthropic' ? 'x-api-key' : 'authorization']).toBe(
      provider === 'anthropic' ? KEY : `Bearer ${KEY}`,
    )
    expect(asked?.body).toMatchObject(provider === 'anthropic' ? anthropicBody : openAiBody)
  })

  it.each([
    ['a wrong key', { kind: 'status', status: 401, body: `bad key ${KEY}` }, 'model.key'],
    ['a forbidden model', { kind: 'status', status: 403 }, 'model.key'],
    ['an unknown model', { kind: 'status', status: 404 }, 'model.unknown'],
    [
      'a request it refuses',
      { kind: 'status', status: 400, body: `too long, key ${KEY}` },
      'model.refused',
    ],
    ['limits that stay used up', { kind: 'status', status: 429 }, 'model.busy'],
    [
      'a wait of minutes',
      { kind: 'status', status: 429, headers: { 'retry-after': '600' } },
      'model.busy',
    ],
    ['a broken server', { kind: 'status', status: 500, body: 'oops' }, 'model.server'],
    [
      'a web page',
      { kind: 'body', type: 'text/html', body: '<html>Welcome</html>' },
      'model.garbage',
    ],
    ['an empty answer', { kind: 'body', type: 'text/event-stream', body: '' }, 'model.garbage'],
    [
      'a stream of no JSON',
      { kind: 'body', type: 'text/event-stream', body: 'data: what?\n\n' },
      'model.garbage',
    ],
    [
      'a stream of other JSON',
      { kind: 'body', type: 'text/event-stream', body: 'data: {"a":1}\n\n' },
      'model.garbage',
    ],
    [
      'a stream that ends in the middle',
      { kind: 'stops', after: MIDDLE, reset: false, text: ['one', 'two'] },
      'model.cut-off',
    ],
    [
      'a stream that breaks in the middle',
      { kind: 'stops', after: MIDDLE, reset: true, text: ['one', 'two'] },
      'model.cut-off',
    ],
    [
      'an error inside the stream',
      { kind: 'stream-error', text: ['one'], type: 'api_error', message: `bad luck ${KEY}` },
      'model.server',
    ],
    [
      'an overload inside the stream',
      { kind: 'stream-error', text: ['one'], type: 'overloaded_error', message: 'Overloaded' },
      'model.server',
    ],
    ['a connection dropped before the answer', { kind: 'drops' }, 'model.unreachable'],
  ] satisfies [string, Turn, string][])(
    'turns %s into one failure with a hint and without the key',
    async (_, turn, code) => {
      const server = await serve(turn)
      const events = await step(provider, server.url)
      expect(codes(events)).toEqual([code])
      const last = events.at(-1)
      expect(last).toMatchObject({
        kind: 'failed',
        error: {
          hint: expect.stringMatching(/\.$/) as string,
          text: expect.stringMatching(/127\.0\.0\.1/) as string,
        },
      })
      expect(JSON.stringify(last)).not.toContain(KEY)
      expect(events.some((event) => event.kind === 'call')).toBe(false)
    },
  )

  it('keeps what was said before the stream stopped', async () => {
    const server = await serve({ kind: 'stops', after: MIDDLE, reset: true, text: ['one', 'two'] })
    const events = await step(provider, server.url)
    expect(events).toEqual([
      { kind: 'text', delta: 'one' },
      { kind: 'failed', error: expect.objectContaining({ code: 'model.cut-off' }) as object },
    ])
  })

  it('lets no call out whose stream was cut in its arguments', async () => {
    // Long enough to end after the first pieces of the arguments, short of the end.
    for (const after of [2, 3, 4]) {
      const server = await serve({
        kind: 'stops',
        after,
        reset: false,
        calls: [{ id: 'c1', name: 'exec', args: { command: 'rm -rf build' } }],
      })
      expect(codes(await step(provider, server.url))).toEqual(['model.cut-off'])
    }
  })

  it('lets no call out whose message never ended, though the call was whole', async () => {
    const whole = provider === 'anthropic' ? 7 : 4
    const server = await serve({
      kind: 'stops',
      after: whole,
      reset: false,
      calls: [{ id: 'c1', name: 'exec', args: { command: 'ls' } }],
    })
    expect(await step(provider, server.url)).toEqual([
      { kind: 'failed', error: expect.objectContaining({ code: 'model.cut-off' }) as object },
    ])
  })

  it('tries again when the server is busy, and goes on as if nothing was', async () => {
    const server = await serve(
      { kind: 'status', status: 429 },
      { kind: 'status', status: 503 },
      { kind: 'say', text: ['ok'] },
    )
    expect((await step(provider, server.url)).map((event) => event.kind)).toEqual(['text', 'end'])
    expect(server.asked).toHaveLength(3)
  })

  it('tries three times at most, and once where trying again cannot help', async () => {
    const busy = await serve({ kind: 'status', status: 500 })
    await step(provider, busy.url)
    expect(busy.asked).toHaveLength(3)
    const locked = await serve({ kind: 'status', status: 401 })
    await step(provider, locked.url)
    expect(locked.asked).toHaveLength(1)
  })

  it('never asks twice once something was said, though it would otherwise', async () => {
    const overload = {
      kind: 'stream-error',
      type: 'overloaded_error',
      message: 'Overloaded',
    } as const
    const late = await serve({ ...overload, text: ['one'] }, { kind: 'say', text: ['again'] })
    expect((await step(provider, late.url)).map((event) => event.kind)).toEqual(['text', 'failed'])
    expect(late.asked).toHaveLength(1)
    const early = await serve(overload, { kind: 'say', text: ['again'] })
    expect((await step(provider, early.url)).map((event) => event.kind)).toEqual(['text', 'end'])
    expect(early.asked).toHaveLength(2)
  })

  it('says when nothing listens at the address', async () => {
    const server = await modelServer([{ kind: 'say', text: ['ok'] }])
    await server.close()
    const events = await step(provider, server.url)
    expect(events).toEqual([
      {
        kind: 'failed',
        error: expect.objectContaining({
          code: 'model.unreachable',
          text: expect.stringContaining('ECONNREFUSED') as string,
        }) as object,
      },
    ])
  })

  it.each([6000, 25])('says when no request may go to port %i', async (port) => {
    expect(await step(provider, `http://127.0.0.1:${port}`)).toEqual([
      {
        kind: 'failed',
        error: {
          code: 'model.unreachable',
          text: `The model server at 127.0.0.1:${port} was not asked: its port belongs to another protocol.`,
          hint: 'Correct its address under Settings, Model; then press Retry.',
        },
      },
    ])
  })

  it('says in its own words why the way out did not let it through, and asks once', async () => {
    let asked = 0
    const cause = {
      code: 'net.address-refused',
      text: 'That address is not for models.',
      hint: 'Choose another.',
    }
    const fetch = (): Promise<never> => {
      asked++
      return Promise.reject(new TypeError('refused', { cause }))
    }
    const events = await collect(
      createModel(configOf(provider, 'http://10.0.0.1'), { fetch, key: () => KEY }, quick).step(
        hello,
        AbortSignal.timeout(5_000),
      ),
    )
    const text = 'The model server at 10.0.0.1 was not reached: That address is not for models.'
    expect([asked, events]).toEqual([
      1,
      [{ kind: 'failed', error: { code: 'model.unreachable', text, hint: 'Choose another.' } }],
    ])
  })

  it('does not blame the server for a fault of ours, and keeps the key out of it', async () => {
    const fetch = (): Promise<never> => Promise.reject(new RangeError(`bug near ${KEY}`))
    const events = await collect(
      createModel(configOf(provider, 'http://10.0.0.1'), { fetch, key: () => KEY }, quick).step(
        hello,
        AbortSignal.timeout(5_000),
      ),
    )
    expect(events).toEqual([
      {
        kind: 'failed',
        error: expect.objectContaining({
          code: 'model.fault',
          text: expect.stringContaining('bug near [key]') as string,
        }) as object,
      },
    ])
  })

  it('ends at once when it is stopped before, between and while a server hangs', async () => {
    const early = await serve({ kind: 'say', text: ['ok'] })
    expect(codes(await step(provider, early.url, hello, AbortSignal.abort()))).toEqual([
      'model.cancelled',
    ])
    expect(early.asked).toHaveLength(0)

    const mute = await serve({ kind: 'hangs' })
    expect(codes(await step(provider, mute.url, hello, AbortSignal.timeout(100)))).toEqual([
      'model.cancelled',
    ])

    const stuck = await serve({ kind: 'hangs', text: ['one', 'two'] })
    const stop = new AbortController()
    const events: ModelEvent[] = []
    const model = createModel(
      configOf(provider, stuck.url),
      { fetch: globalThis.fetch, key: () => KEY },
      quick,
    )
    for await (const event of model.step(hello, stop.signal)) {
      events.push(event)
      if (events.length === 2) setTimeout(() => stop.abort(), 20)
    }
    expect(events.map((event) => event.kind)).toEqual(['text', 'text', 'failed'])
    expect(codes(events)).toEqual(['model.cancelled'])
    // The server hears of it, and can stop its work.
    await expect.poll(() => stuck.abandoned()).toBe(1)
  })

  it('gives up on a server that falls silent, but not on one that is slow @whole', async () => {
    const timeout = { retryMs: [], silenceMs: 900 }
    const mute = await serve({ kind: 'hangs', text: ['one'] })
    expect(
      codes(await step(provider, mute.url, hello, AbortSignal.timeout(20_000), timeout)),
    ).toEqual(['model.silent'])
    const slow = await serve({ kind: 'slow', pauseMs: 150, text: ['a', 'b', 'c', 'd', 'e'] })
    expect(
      codes(await step(provider, slow.url, hello, AbortSignal.timeout(20_000), timeout)),
    ).toEqual([])
  })

  it('takes an address with a path as it is', async () => {
    const server = await serve({ kind: 'say', text: ['ok'] })
    await step(provider, `${server.url}/some/base/`)
    expect(server.asked[0]?.path).toMatch(/^\/some\/base\/(messages|chat\/completions)$/)
  })
})
