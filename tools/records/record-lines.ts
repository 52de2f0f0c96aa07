// Records as a model reads them: one block each, with where text in it came from.
import type { Json } from '../../contract/json.ts'
import type { StoredRecord } from '../../contract/record/record.ts'
import type { ToolOutput } from '../../contract/call/tool.ts'

type Field = readonly [name: string, value: string | number | readonly string[] | null]

/** `[4] Use SQLite (executed)`, then what is not empty. */
export function recordLines(
  { id, title, state, madeBy, untrusted }: StoredRecord,
  fields: readonly Field[],
): string {
  const shown = fields.flatMap(([name, value]) => {
    const text = Array.isArray(value) ? value.join(', ') : String(value ?? '')
    return text === '' ? [] : [`${name}: ${text}`]
  })
  const from =
    untrusted === null ? [] : [`May hold text from ${untrusted}, which anyone may have written.`]
  return [
    `[${id}] ${title} (${state.replaceAll('_', ' ')})`,
    ...shown,
    `Kept by: ${madeBy}`,
    ...from,
  ].join('\n')
}

export const notesText = (notes: readonly { at: number; text: string }[]): string =>
  notes.map(({ at, text }) => `${new Date(at).toISOString().slice(0, 10)} ${text}`).join('\n')

/** `most`: how many were asked for; one more was looked up, so that it is known whether there are more. */
export function listOutput<R extends StoredRecord>(
  found: readonly R[],
  most: number,
  shown: (record: R) => string,
  none: string,
): ToolOutput {
  const records = found.slice(0, most)
  const more = found.length > most
  return {
    text: [
      records.length === 0 ? none : records.map(shown).join('\n\n'),
      ...(more ? ['[There are more. Ask for fewer by a query or a status.]'] : []),
    ].join('\n'),
    data: { more, records: records as unknown as Json },
  }
}
