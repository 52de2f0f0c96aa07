import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ipc } from '../../contract/ipc/ipc.ts'
import { catalog } from '../../tools/catalog.ts'
import { describeChannels, describeTools } from './surface.ts'

// Changed on purpose? `npx vitest run test/arch -u`, and let the reviewer see the lines.
describe('the surface', () => {
  it('is what surface.snap says: channels, tools, and what each may do', async () => {
    const text = `CHANNELS\n\n${describeChannels(ipc)}\nTOOLS\n\n${describeTools(catalog)}`
    await expect(text).toMatchFileSnapshot('./surface.snap')
  })

  it('changes its text when a channel opens to another screen or takes another value', () => {
    const channel = {
      from: ['window'],
      input: z.strictObject({ id: z.string() }),
      output: z.null(),
    }
    const before = describeChannels({ 'a.b': channel })
    expect(describeChannels({ 'a.b': { ...channel, from: ['window', 'cli'] } })).not.toBe(before)
    expect(
      describeChannels({ 'a.b': { ...channel, input: z.strictObject({ id: z.string().max(9) }) } }),
    ).not.toBe(before)
    expect(describeChannels({ 'a.b': { ...channel, output: z.string() } })).not.toBe(before)
  })
})
