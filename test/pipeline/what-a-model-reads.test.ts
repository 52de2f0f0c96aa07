// A failure says what happened and what to do next. A model reads nothing but the text of a result, so
// both are in it; a window and the command line show them apart.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { AnyTool } from '../../contract/call/tool.ts'
import { defineTool } from '../../contract/call/tool.ts'
import { failure } from '../../contract/failure.ts'
import { err, ok } from '../../contract/result.ts'
import { readFile } from '../../tools/files/read-file.ts'
import { openTestPipeline } from '../fakes/pipeline.ts'
import type { PipelineUnderTest } from '../fakes/pipeline.ts'

const failing = (text: string, hint?: string): AnyTool =>
  defineTool({
    manifest: { ...readFile.manifest, id: 'test.fails', name: 'fails', title: 'Fails' },
    requiredPowers: [],
    input: z.strictObject({
      words: z.string().optional(),
      many: z.array(z.string()).optional(),
      count: z.int().max(9).optional(),
    }),
    action: () => null,
    touches: () => [],
    execute: async ({ words }) =>
      words === undefined ? err(failure('test.failed', text, hint)) : ok({ text: words }),
  }) as unknown as AnyTool

let pipeline: PipelineUnderTest
beforeEach(async () => {
  pipeline = await openTestPipeline()
})
afterEach(() => pipeline.dispose())

const run = (tool: AnyTool, args: object = {}) => {
  const { find } = pipeline.deps
  pipeline.deps.find = (principal, name) => {
    const found = find(principal, 'say')
    return name === 'fails' && found.ok ? ok({ ...found.value, tool }) : find(principal, name)
  }
  return pipeline.call('fails', args)
}

describe('the text of a call that failed', () => {
  it.each<[string, string | undefined, string]>([
    ['It is full.', 'Remove some of them.', 'It is full. Remove some of them.'],
    ['It is full.', undefined, 'It is full.'],
    ['one\ntwo\n[stopped]', 'Do less.', 'one\ntwo\n[stopped]\nDo less.'],
    // What no tool reaches is asked of the person, who has a terminal and the window.
    [
      'It is locked.',
      'Unlock it in the window, or run: gatehouse secrets unlock',
      'It is locked. Ask the person to do this: Unlock it in the window, or run: gatehouse secrets unlock',
    ],
    [
      'It is missing.',
      'Choose a folder in Settings.',
      'It is missing. Ask the person to do this: Choose a folder in Settings.',
    ],
    [
      'It is missing.',
      'Install tmux. Gatehouse finds it within ten seconds, without a restart.',
      'It is missing. Ask the person to do this: Install tmux. Gatehouse finds it within ten seconds, without a restart.',
    ],
    [
      'It is refused.',
      'Do not try again. Ask the person to store it again under Settings, Credentials.',
      'It is refused. Do not try again. Ask the person to store it again under Settings, Credentials.',
    ],
    [
      'It is full.',
      'Look in the settings of the page.',
      'It is full. Look in the settings of the page.',
    ],
  ])('holds what to do next: %j and %j', async (text, hint, whole) => {
    const result = await run(failing(text, hint))
    expect([result.ok, result.text, result.error?.text, result.error?.hint]).toEqual([
      false,
      whole,
      text,
      hint,
    ])
  })
})

describe('arguments that hold half a character', () => {
  it.each<[object, string]>([
    [{ words: 'a\ud800b' }, 'words'],
    [{ many: ['a', '\udc00'] }, 'many[1]'],
    [{ ['\ud800']: 1 }, 'a name in them'],
  ])('are refused before anybody is asked: %j', async (args, place) => {
    const result = await run(failing('x'), args)
    expect([result.status, result.error?.code, result.decision]).toEqual([
      ...['denied', 'args.invalid', null],
    ])
    expect(result.text).toContain(`${place}: holds half a character`)
    expect(result.text).toContain('It takes: words, many, count.')
  })

  it('are taken where the character is whole', async () => {
    expect((await run(failing('x'), { words: 'a\ud83d\ude00b' })).text).toBe('a😀b')
  })
})

it('says of a number that is too large one end, not two', async () => {
  const { text } = await run(failing('x'), { count: 1e300 })
  expect(text).toContain('do not fit: count: must be at most 9. It takes')
})
