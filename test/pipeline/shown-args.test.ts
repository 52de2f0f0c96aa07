import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../contract/json.ts'
import { shownAgain, shownArgs } from '../../main/pipeline/shown-args.ts'

/** Hides what is a credential now. */
const cleaning = (secret: string) => ({
  redactJson: async (value: Json): Promise<Json> =>
    JSON.parse(JSON.stringify(value).replaceAll(secret, '[hidden]')) as Json,
})
const call = (args: JsonObject, requestHash: string) =>
  ({
    args,
    requestHash,
    tool: { manifest: { name: 'say', redaction: { args: [], result: [] } } },
  }) as never

describe('the arguments that a person sees', () => {
  it('are those of the call, without what is a credential', async () => {
    const shown = await shownArgs(call({ text: 'key abc' }, 'r'), cleaning('abc') as never)
    expect(shown).toEqual({ text: 'key [hidden]' })
  })

  it('stay hidden in the approval that replaces one, also when the credential was removed', async () => {
    const before = { requestHash: 'r', args: { text: 'key [hidden] and xyz' } } as never
    const shown = await shownAgain(call({ text: 'key abc and xyz' }, 'r'), before, {
      ...cleaning('xyz'),
    } as never)
    expect(shown).toEqual({ text: 'key [hidden] and [hidden]' })
  })

  it('are shown as they are now where the call is another', async () => {
    const before = { requestHash: 'r', args: { text: 'old' } } as never
    const again = call({ text: 'new', deep: true }, 'other')
    expect(await shownAgain(again, before, cleaning('abc') as never)).toEqual({
      text: 'new',
      deep: true,
    })
  })
})
