// Entries of memory as a model reads them, and as a program does.
import type { Json } from '../../contract/json.ts'
import type { Memory } from '../../contract/call/powers/memory-power.ts'
import type { ToolOutput } from '../../contract/call/tool.ts'

const headOf = ({ id, source, category, key, at }: Memory): string =>
  `[${id}] ${category === '' ? source : `${category}/${key}`}, ${new Date(at).toISOString().slice(0, 10)}`

export function memoryLines(entry: Memory): string {
  const from =
    entry.untrusted === null
      ? []
      : [`May hold text from ${entry.untrusted}, which anyone may have written.`]
  return [headOf(entry), entry.text, ...from].join('\n')
}

export const memoriesOutput = (
  entries: readonly Memory[],
  none: string,
  more = false,
): ToolOutput => ({
  text: [
    entries.length === 0 ? none : entries.map(memoryLines).join('\n\n'),
    ...(more ? ['[There are more. Ask with other words, or within a category.]'] : []),
  ].join('\n'),
  data: { more, entries: entries as unknown as Json },
})
