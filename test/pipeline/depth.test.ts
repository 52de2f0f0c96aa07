// One limit on the depth of arguments, at every entry point they come in by and on the pipeline
// behind all of them.
import { afterEach, describe, expect, it } from 'vitest'
import { DEEPEST, isTooDeep } from '../../contract/call/depth.ts'
import type { Handlers } from '../../contract/ipc/ipc.ts'
import { serve } from '../../main/ipc/serve.ts'
import { readMessage } from '../../main/mcp/gateway/protocol/message.ts'
import { readEvent } from '../../main/clients/hook/event.ts'
import { openTestPipeline } from '../fakes/pipeline.ts'
import type { PipelineUnderTest } from '../fakes/pipeline.ts'

/** `{"a":{"a":…1}}` with so many objects, or lists, within each other. */
const nested = (
  levels: number,
  [open, close]: readonly [string, string] = ['{"a":', '}'],
): string => open.repeat(levels) + '1' + close.repeat(levels)
const read = (text: string): unknown => JSON.parse(text)
const lists = ['[', ']'] as const

describe('the limit', () => {
  it.each([
    [DEEPEST, false],
    [DEEPEST + 1, true],
    [100_000, true],
  ])('at %i levels of objects and of lists: too deep %s', (levels, want) => {
    expect([isTooDeep(read(nested(levels))), isTooDeep(read(nested(levels, lists)))]).toEqual([
      want,
      want,
    ])
  })

  it('counts no width', () => {
    expect(isTooDeep({ a: Array.from({ length: 100_000 }, () => ({})), b: 'x' })).toBe(false)
  })
})

let pipeline: PipelineUnderTest | null = null
afterEach(async () => pipeline?.dispose())

describe('arguments that are nested too deep', () => {
  it('are refused in the pipeline, whatever the tool, and at the limit are the matter of its schema', async () => {
    pipeline = await openTestPipeline()
    const refused = await pipeline.call('look', read(nested(DEEPEST + 1)))
    expect([refused.ok, refused.error?.code]).toEqual([false, 'args.too-deep'])
    expect(refused.text).toBe(
      'The arguments of look are nested deeper than 128 levels. Send arguments with fewer levels.',
    )
    expect((await pipeline.call('look', read(nested(100_000)))).error?.code).toBe('args.too-deep')
    expect((await pipeline.call('look', read(nested(DEEPEST)))).error?.code).toBe('args.invalid')
  })

  it('are refused by the router, for the window and the command line', async () => {
    const router = serve({} as Handlers, () => {})
    const answer = await router(
      'tools.run',
      { tool: 'look', args: read(nested(50_000)), wait: false },
      { surface: 'cli' },
    )
    expect(answer).toMatchObject({
      ok: false,
      error: {
        code: 'ipc.bad-input',
        text: 'The input of tools.run is not valid: it is nested too deep.',
      },
    })
  })

  it('are no message of a client', () => {
    const text = (levels: number): string =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":${nested(levels)}}}`
    expect(readMessage(text(DEEPEST)).kind).toBe('request')
    expect(readMessage(text(50_000))).toEqual({ kind: 'invalid', id: 1, fault: 'shape' })
  })

  it('are no event of a hook', () => {
    const text = `{"hook_event_name":"PreToolUse","tool_name":"Read","cwd":"/w","session_id":"s","tool_input":${nested(50_000)}}`
    expect(readEvent('claude-code', text)).toEqual({
      wrong: 'the event is nested deeper than 128 levels',
    })
  })
})
