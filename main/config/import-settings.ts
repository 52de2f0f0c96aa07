// Puts settings of another program's file into the text of ours: presets by name, the one in force,
// and the section of plugins. Everything else stays as the person wrote it. Pure; writes no file.
import { isMap, parseDocument } from 'yaml'
import { header, writtenOut } from './edit.ts'

export type ImportedSettings = {
  readonly preset: string | null
  readonly presets: Readonly<Record<string, object>>
  readonly plugins: Readonly<Record<string, unknown>>
}

export function withImported(text: string | null, wanted: ImportedSettings): string {
  const before = text ?? header
  const document = parseDocument(before)
  if (!isMap(document.contents)) document.contents = parseDocument('{}').contents
  const put = (path: readonly string[], value: unknown): void =>
    document.setIn(path, document.createNode(value))
  if (wanted.preset !== null) put(['preset'], wanted.preset)
  for (const [name, preset] of Object.entries(wanted.presets)) put(['presets', name], preset)
  for (const [key, value] of Object.entries(wanted.plugins)) put(['plugins', key], value)
  return writtenOut(document, before)
}
