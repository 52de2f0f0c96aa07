// Notes something under a category and a key, in the place of what was there.
import { z } from 'zod'
import { fieldsOf } from '../../contract/approval/call-facts.ts'
import { defineTool } from '../../contract/call/tool.ts'
import { ok } from '../../contract/result.ts'
import { line } from '../records/fields.ts'
import { writingManifest } from '../records/record-manifest.ts'
import { holdsWord, NOTE_IN_WORDS } from './searchable-text.ts'

export const category = line(100).describe('What it is about, such as people or projects.')

export const storeMemory = defineTool({
  manifest: writingManifest({
    id: 'memory.store',
    name: 'store_memory',
    title: 'Remember',
    description:
      'Note something for later sessions under a category and a key. A note that has both already is replaced.',
    category: 'memory',
    riskTier: 'R2',
    dataAccess: ['memory'],
    subagentAccess: 'full',
  }),
  requiredPowers: ['memory'],
  input: z.strictObject({
    category,
    key: line(200).describe('The name of the note in its category.'),
    value: z
      .string()
      .min(1)
      .max(10_000)
      .refine(holdsWord, NOTE_IN_WORDS)
      .describe('What to remember.'),
  }),
  action: () => null,
  touches: () => [{ kind: 'memory', access: 'write' }],
  facts: (given) => ({
    kind: 'record',
    verb: 'Remember',
    target: `${given.category} / ${given.key}`,
    fields: fieldsOf(given, { category: 'Category', key: 'Key', value: 'Text' }),
  }),
  async execute({ category: about, key, value }, { power }) {
    const stored = await power.memory.put({ category: about, key, text: value })
    return stored.ok
      ? ok({
          text: `Remembered ${about}/${key} as entry ${stored.value.id}.`,
          data: { id: stored.value.id, category: about, key },
        })
      : stored
  },
})
