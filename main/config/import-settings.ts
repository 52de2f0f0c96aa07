// Puts settings of another program's file into the text of ours: presets by name, the one in force,
// and the section of plugins. Everything else stays as the person wrote it. Pure; writes no file.
import { isMap, parseDocument } from 'yaml'
import { header } from './edit/edit-text.ts'
import { put, writtenOut } from './edit/put.ts'

export type ImportedSettings = {
  readonly preset: string | null
  readonly presets: Readonly<Record<string, object>>
  readonly plugins: Readonly<Record<string, unknown>>
}

export function withImported(text: string | null, wanted: ImportedSettings): string {
  const before = text ?? header
  const document = parseDocument(before)
  if (!isMap(document.contents)) document.contents = parseDocument('{}').contents
  // `{}` is how a file that says nothing is written; one that has grown reads better in lines.
  if (isMap(document.contents) && document.contents.items.length === 0)
    document.contents.flow = false
  const set = (path: readonly string[], value: unknown): void =>
    put(document, { path, value: document.createNode(value) })
  if (wanted.preset !== null) set(['preset'], wanted.preset)
  for (const [name, preset] of Object.entries(wanted.presets)) set(['presets', name], preset)
  for (const [key, value] of Object.entries(wanted.plugins)) set(['plugins', key], value)
  return writtenOut(document, before)
}
