// One file as it is and as it would be, with nothing written yet.
import { failure, type Failure } from '../../../contract/failure.ts'
import { assertNever } from '../../../contract/never.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { Format, ConfigTarget } from './agents/clients.ts'
import { jsonEditor } from './edit/edit-json.ts'
import { tomlEditor } from './edit/edit-toml.ts'
import { yamlEditor } from './edit/edit-yaml.ts'
import { readFileState, type FileState } from './file.ts'
import { at, holds, missingOn, type Editor, type Entry } from './entry-editor.ts'

/** The text between two places, in characters: `removed` was there, `inserted` is there now. */
export type Edit = { readonly at: number; readonly removed: string; readonly inserted: string }

export type Change = {
  readonly target: ConfigTarget
  readonly fileState: FileState
  readonly before: string
  readonly after: string
  readonly edit: Edit
  /** Those of the spot that are not there yet. */
  readonly entries: readonly Entry[]
  /** Containers that are made on the way to our entries. */
  readonly created: readonly (readonly string[])[]
}

export const editorOf = (format: Format): Editor => {
  switch (format) {
    case 'json':
      return jsonEditor
    case 'yaml':
      return yamlEditor
    case 'toml':
      return tomlEditor
    default:
      return assertNever(format, 'editorOf')
  }
}

/**
 * Null: everything is there already. Failures: those of the file and of the editor, with the
 * path before them.
 */
export async function planChange(target: ConfigTarget): Promise<Result<Change | null, Failure>> {
  const fileState = await readFileState(target.file)
  if (!fileState.ok) return fileState
  const editor = editorOf(target.format)
  const before = fileState.value.text ?? ''
  let after = before
  const created: (readonly string[])[] = []
  const entries: Entry[] = []
  for (const entry of [
    ...(fileState.value.text === null ? (target.whenNew ?? []) : []),
    ...target.entries,
  ]) {
    const data = editor.read(after)
    if (!data.ok) return err(inFile(target.file, data.error))
    if (holds(data.value, entry)) continue
    if (entry.kind === 'member' && at(data.value, entry.path) !== undefined) {
      const name = entry.path.join('.')
      return err(
        failure(
          'connect.taken',
          `${target.file}: ${name} is there already and is not what would be written.`,
          'Use gatehouse disconnect, or take it out by hand.',
        ),
      )
    }
    const next = editor.insert(after, entry)
    if (!next.ok) return err(inFile(target.file, next.error))
    entries.push(entry)
    created.push(...missingOn(data.value, entry))
    after = next.value
  }
  return ok(
    after === before
      ? null
      : {
          target,
          fileState: fileState.value,
          before,
          after,
          edit: editOf(before, after),
          entries,
          created,
        },
  )
}

export const inFile = (file: string, { code, text, hint }: Failure): Failure =>
  failure(code, `${file}: ${text}`, hint)

/**
 * The shortest single edit that leads from one text to the other. Never between the halves of a
 * character.
 */
export function editOf(before: string, after: string): Edit {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  if (isHigh(before, start - 1) || isHigh(after, start - 1)) start--
  let end = 0
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end])
    end++
  if (isLow(before, before.length - end) || isLow(after, after.length - end)) end--
  return {
    at: start,
    removed: before.slice(start, before.length - end),
    inserted: after.slice(start, after.length - end),
  }
}

const isHigh = (text: string, i: number): boolean =>
  i >= 0 && (text.charCodeAt(i) & 0xfc00) === 0xd800
const isLow = (text: string, i: number): boolean =>
  i < text.length && (text.charCodeAt(i) & 0xfc00) === 0xdc00

/** The text before the edit, out of the text after it. */
export const undone = (after: string, { at: start, removed, inserted }: Edit): string =>
  after.slice(0, start) + removed + after.slice(start + inserted.length)
