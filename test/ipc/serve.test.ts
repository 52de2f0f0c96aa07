import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { failure } from '../../contract/failure.ts'
import { type Handlers, ipc, type IpcChannel } from '../../contract/ipc/ipc.ts'
import { err, ok } from '../../contract/result.ts'
import { serve } from '../../main/ipc/serve.ts'

const channels = Object.keys(ipc) as IpcChannel[]

/** Every handler the table asks for; those not given answer with a failure that names them. */
function handlers(given: Partial<Handlers> = {}): Handlers {
  const missing = channels.map((channel) => [
    channel,
    async () => err(failure('test.no-answer', channel)),
  ])
  return { ...(Object.fromEntries(missing) as Handlers), ...given }
}

const noFault = (fault: unknown): void => {
  throw new Error(`unexpected fault: ${JSON.stringify(fault)}`)
}

describe('the router', () => {
  it('gives the answer of the handler, with the parsed input and the caller', async () => {
    const seen: unknown[] = []
    const router = serve(
      handlers({
        'model.check': async (input, caller) => {
          seen.push(input, caller)
          return ok({ text: 'hello', durationMs: 3 })
        },
      }),
      noFault,
    )
    expect(await router('model.check', {}, { surface: 'window' })).toEqual({
      ok: true,
      value: { text: 'hello', durationMs: 3 },
    })
    expect(seen).toEqual([{}, { surface: 'window' }])
  })

  it('fills what the table gives by default', async () => {
    let filter: unknown
    const router = serve(
      handlers({
        'audit.page': async (input) => ((filter = input.filter), ok({ rows: [], total: 0 })),
      }),
      noFault,
    )
    await router('audit.page', { limit: 5 }, { surface: 'browser' })
    expect(filter).toEqual({
      kinds: [],
      tool: null,
      effect: null,
      callId: null,
      runId: null,
      text: '',
    })
  })

  const refused: readonly [
    name: string,
    channel: string,
    input: unknown,
    want: { code: string; text: string },
  ][] = [
    [
      'a channel that is not in the table',
      'shell.run',
      {},
      { code: 'ipc.unknown-channel', text: 'There is no channel named "shell.run".' },
    ],
    [
      'a name that every object has',
      'constructor',
      {},
      { code: 'ipc.unknown-channel', text: 'There is no channel named "constructor".' },
    ],
    [
      'a name of the prototype',
      '__proto__',
      {},
      { code: 'ipc.unknown-channel', text: 'There is no channel named "__proto__".' },
    ],
    [
      'a wrong type, and says where',
      'audit.page',
      { limit: 'ten' },
      {
        code: 'ipc.bad-input',
        text: 'The input of audit.page is not valid: limit: must be a number.',
      },
    ],
    [
      'a key nobody asked for',
      'app.state',
      { admin: true },
      {
        code: 'ipc.bad-input',
        text: 'The input of app.state is not valid: input: "admin" is unknown.',
      },
    ],
    [
      'a place inside a list',
      'approvals.list',
      { limit: 1, states: ['pending', 'gone'] },
      {
        code: 'ipc.bad-input',
        text: expect.stringMatching(
          /^The input of approvals\.list is not valid: states\[1\]: must be one of pending, approved/,
        ) as string,
      },
    ],
    [
      'a nested place',
      'audit.page',
      { limit: 1, filter: { effect: 'maybe' } },
      { code: 'ipc.bad-input', text: expect.stringContaining('filter.effect: ') as string },
    ],
    [
      'an id of another kind',
      'approvals.get',
      { id: 'run_0123456789' },
      { code: 'ipc.bad-input', text: expect.stringContaining('id: ') as string },
    ],
    [
      'no input',
      'app.state',
      undefined,
      { code: 'ipc.bad-input', text: expect.stringContaining('input: ') as string },
    ],
    [
      'more wrong fields than one wants to read',
      'audit.page',
      { limit: 'a', before: 'b', filter: { kinds: 1, tool: 2, text: 3 } },
      {
        code: 'ipc.bad-input',
        text: expect.stringMatching(/; and 2 more\.$/) as string,
      },
    ],
  ]
  it.each(refused)('refuses %s', async (_name, channel, input, want) => {
    const result = await serve(handlers(), noFault)(channel, input, { surface: 'browser' })
    expect(result).toEqual({ ok: false, error: { ...want, hint: expect.any(String) as string } })
  })

  it('answers input nested too deep instead of falling over', async () => {
    let args: unknown = 0
    for (let depth = 0; depth < 200_000; depth += 1) args = [args]
    const result = await serve(handlers(), noFault)(
      'tools.run',
      { tool: 'x', args, wait: false },
      { surface: 'cli' },
    )
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: 'ipc.bad-input',
        text: 'The input of tools.run is not valid: it is nested too deep.',
      },
    })
  })

  it('lets a channel be called from exactly the surfaces its row names', async () => {
    for (const channel of channels) {
      for (const surface of ['window', 'browser', 'cli'] as const) {
        const result = await serve(handlers(), noFault)(channel, null, { surface })
        // Past that check, `null` is no valid input of any channel.
        const want = ipc[channel].from.some((from) => from === surface)
          ? 'ipc.bad-input'
          : 'ipc.not-from-here'
        expect([channel, surface, !result.ok && result.error.code]).toEqual([
          channel,
          surface,
          want,
        ])
      }
    }
  })

  it('passes on the failure of a handler as it is', async () => {
    const error = failure(
      'approvals.answered',
      'Somebody answered this already.',
      'Look at the history.',
    )
    const router = serve(handlers({ 'audit.verify': async () => err(error) }), noFault)
    expect(await router('audit.verify', {}, { surface: 'cli' })).toEqual({ ok: false, error })
  })

  const faults: readonly [name: string, handler: Handlers['model.check'], at: string][] = [
    ['rejects', async () => Promise.reject(new Error('secret path /home/me/.ssh')), 'handler'],
    [
      'throws before it promises',
      () => {
        throw new Error('secret')
      },
      'handler',
    ],
    [
      'answers what the table does not promise',
      async () => ok({ text: 1, secret: 'x' } as never),
      'output',
    ],
    ['answers nothing at all', async () => undefined as never, 'handler'],
  ]
  it.each(faults)(
    'reveals nothing about a handler that %s, and reports it',
    async (_name, handler, at) => {
      const seen: unknown[] = []
      const router = serve(handlers({ 'model.check': handler }), (fault) => seen.push(fault))
      const result = await router('model.check', {}, { surface: 'window' })
      expect(result).toEqual({
        ok: false,
        error: {
          code: 'ipc.fault',
          text: 'Gatehouse made a mistake while handling model.check.',
          hint: expect.any(String) as string,
        },
      })
      expect(seen).toEqual([{ channel: 'model.check', at, error: expect.any(Error) as Error }])
    },
  )

  it('never rejects and never calls a handler, whatever is not valid comes in', async () => {
    const router = serve(handlers(), noFault)
    const anyChannel = fc.oneof(fc.string(), fc.constantFrom(...channels))
    await fc.assert(
      fc.asyncProperty(
        anyChannel,
        fc.anything({ maxDepth: 3 }),
        fc.constantFrom('window', 'browser', 'cli'),
        async (channel, input, surface) => {
          const result = await router(channel, input, { surface })
          const known = channels.find((one) => one === channel)
          const valid =
            known !== undefined &&
            ipc[known].input.safeParse(input).success &&
            ipc[known].from.some((from) => from === surface)
          expect(!result.ok && result.error.code === 'test.no-answer').toBe(valid)
        },
      ),
    )
  })
})
