// Connects a client, and disconnects it. Nothing is written that a person has not seen and confirmed:
// plan first, then write.
import { hash } from 'node:crypto'
import { dirname, sep } from 'node:path'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { alone } from './alone.ts'
import { editorOf, inFile, planChange, undone, type Change } from './change.ts'
import { clients, type ClientName, type HostFacts, type Scope } from './agents/clients.ts'
import {
  backUp,
  readFileState,
  makeFolders,
  removeCreated,
  replaceFile,
  writable,
  type FileState,
} from './file.ts'
import { at, holds, same } from './entry-editor.ts'
import { readRecord, writeRecord, type Connection, type Written } from './connection-record.ts'
import { wantedTargets, type Wish } from './wanted-targets.ts'
import { rm } from 'node:fs/promises'

export type Plan = { readonly wish: Wish; readonly changes: readonly Change[] }

/** Reads, and changes nothing. No change in it: all of it is there already. */
export async function planConnect(
  wish: Wish,
  hostFacts: HostFacts,
): Promise<Result<Plan, Failure>> {
  const targets = wantedTargets(wish, hostFacts)
  if (!targets.ok) return targets
  const changes: Change[] = []
  for (const target of targets.value) {
    const change = await planChange(target)
    if (!change.ok) return change
    if (change.value === null) continue
    const free = await writable(target.file, change.value.fileState)
    if (!free.ok) return free
    changes.push(change.value)
  }
  return ok({ wish, changes })
}

/** What became of one file. `backup`: the copy of what it was, where there was something. */
export type Done = { readonly file: string; readonly text: string; readonly backup: string | null }

/**
 * Writes what was planned. The record comes first: a crash leaves an entry in it too many rather
 * than one too few.
 * @param recordFile in Gatehouse's data folder. @param now epoch milliseconds.
 */
export const applyPlan = (
  plan: Plan,
  recordFile: string,
  now: number,
): Promise<Result<readonly Done[], Failure>> =>
  alone(recordFile, () => write(plan, recordFile, now))

async function write(
  { wish, changes }: Plan,
  recordFile: string,
  now: number,
): Promise<Result<readonly Done[], Failure>> {
  const known = await readRecord(recordFile)
  if (!known.ok) return known
  const done: Done[] = []
  const connection: Connection = { client: wish.client, scope: wish.scope, at: now, files: [] }
  for (const change of changes) {
    const { fileState, before, after, edit, target, entries, created } = change
    const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')
    try {
      const createdFolders =
        fileState.text === null
          ? [...oursAbove(fileState.real, known.value), ...(await makeFolders(fileState.real))]
          : []
      const backup = await backUp(fileState, stamp)
      const written: Written = {
        file: target.file,
        format: target.format,
        existed: fileState.text !== null,
        madeFolders: [...createdFolders],
        backup,
        before: hash('sha256', before, 'hex'),
        after: hash('sha256', after, 'hex'),
        edit,
        entries: entries.map((entry) => ({ ...entry, path: [...entry.path] })),
        made: created.map((path) => [...path]),
      }
      connection.files.push(written)
      await writeRecord(recordFile, [...known.value, connection])
      const replaced = await replaceFile(fileState, after, fileState.text)
      if (!replaced.ok) {
        connection.files.pop()
        await writeRecord(
          recordFile,
          connection.files.length === 0 ? known.value : [...known.value, connection],
        )
        if (backup !== null) await rm(backup, { force: true })
        return replaced
      }
      done.push({ file: target.file, text: fileState.text === null ? 'made' : 'changed', backup })
    } catch (cause) {
      const text = cause instanceof Error ? cause.message : String(cause)
      return err(
        failure(
          'connect.unwritable',
          `${target.file} cannot be written: ${text}.`,
          `Check who may write in ${dirname(target.file)}.`,
        ),
      )
    }
  }
  return ok(done)
}

/**
 * Folders that an earlier connection made and this file lies in as well: whichever goes last takes
 * them away. Outermost first.
 */
const oursAbove = (real: string, known: readonly Connection[]): readonly string[] => {
  const all = known.flatMap(({ files }) =>
    files.flatMap(({ madeFolders: createdFolders }) => createdFolders),
  )
  return [...new Set(all)]
    .filter((folder) => real.startsWith(folder + sep))
    .toSorted((a, b) => a.length - b.length)
}

export type Undoing = { readonly connection: Connection; readonly files: readonly Taken[] }
type Taken = {
  readonly written: Written
  readonly fileState: FileState
  readonly after: string | null
  readonly text: string
  readonly exact: boolean
}

/**
 * What taking a client's entries back would do; changes nothing. Failure `connect.not-connected`.
 */
export async function planDisconnect(
  client: ClientName,
  scope: Scope | null,
  recordFile: string,
): Promise<Result<readonly Undoing[], Failure>> {
  const known = await readRecord(recordFile)
  if (!known.ok) return known
  const ours = known.value.filter(
    (each) => each.client === client && (scope === null || each.scope === scope),
  )
  if (ours.length === 0)
    return err(
      failure(
        'connect.not-connected',
        `Gatehouse has written nothing into the files of ${clients[client].title}.`,
        'To see it, run gatehouse agents audit.',
      ),
    )
  const undoings: Undoing[] = []
  for (const connection of ours.toReversed()) {
    const files: Taken[] = []
    // Files of one connection are never the same one; of two connections they may be, and the newer
    // one goes first.
    for (const written of connection.files) {
      const taken = await takenBack(written)
      if (!taken.ok) return taken
      files.push(taken.value)
    }
    undoings.push({ connection, files })
  }
  return ok(undoings)
}

async function takenBack(written: Written): Promise<Result<Taken, Failure>> {
  const { file, existed, before, after, edit, entries, made: created, format } = written
  const fileState = await readFileState(file)
  if (!fileState.ok) return fileState
  const { text } = fileState.value
  if (text === null)
    return ok({
      written,
      fileState: fileState.value,
      after: null,
      text: 'no longer exists; nothing to remove',
      exact: true,
    })
  const free = await writable(file, fileState.value)
  if (!free.ok) return free
  if (hash('sha256', text, 'hex') === after) {
    const old = undone(text, edit)
    if (hash('sha256', old, 'hex') === before) {
      const said = existed
        ? 'is again what it was, to the byte'
        : 'was made by Gatehouse and is removed'
      return ok({
        written,
        fileState: fileState.value,
        after: existed ? old : null,
        text: said,
        exact: true,
      })
    }
  }
  const editor = editorOf(format)
  const data = editor.read(text)
  if (!data.ok) return err(inFile(file, data.error))
  let next = text
  let found = false
  for (const entry of entries.toReversed()) {
    const there =
      entry.kind === 'member' ? at(data.value, entry.path) !== undefined : holds(data.value, entry)
    // A plain setting that stood there before us stays.
    if (
      !there ||
      (entry.kind === 'member' &&
        !created.some((path) => same(path, entry.path.slice(0, -1))) &&
        !isOurs(entry.path))
    )
      continue
    const left = editor.remove(next, { ...entry }, created)
    if (!left.ok) return err(inFile(file, left.error))
    found = true
    next = left.value
  }
  const said = found
    ? 'was changed since: only the entry of Gatehouse is removed'
    : 'was changed since and no longer has an entry of Gatehouse'
  return ok({ written, fileState: fileState.value, after: next, text: said, exact: false })
}

const isOurs = (path: readonly string[]): boolean => path.at(-1) === 'gatehouse'

/**
 * Writes what was planned and forgets it. What was put back to the byte needs no backup any more.
 */
export const applyDisconnect = (
  undoings: readonly Undoing[],
  recordFile: string,
): Promise<Result<readonly Done[], Failure>> =>
  alone(recordFile, () => takeBack(undoings, recordFile))

async function takeBack(
  undoings: readonly Undoing[],
  recordFile: string,
): Promise<Result<readonly Done[], Failure>> {
  const done: Done[] = []
  for (const { connection } of undoings) {
    for (const written of connection.files.toReversed()) {
      // Looked at again: the step before may have changed the same file.
      const taken = await takenBack(written)
      if (!taken.ok) return taken
      const { fileState, after, text, exact } = taken.value
      if (fileState.text !== null && after === null)
        await removeCreated(fileState.real, written.madeFolders)
      else if (after !== null && after !== fileState.text) {
        const replaced = await replaceFile(fileState, after, fileState.text)
        if (!replaced.ok) return replaced
      }
      if (exact && written.backup !== null) await rm(written.backup, { force: true })
      done.push({ file: written.file, text, backup: exact ? null : written.backup })
      const known = await readRecord(recordFile)
      if (!known.ok) return known
      await writeRecord(
        recordFile,
        known.value.flatMap((each) => withoutFile(each, connection, written)),
      )
    }
  }
  return ok(done)
}

function withoutFile(
  each: Connection,
  connection: Connection,
  gone: Written,
): readonly Connection[] {
  if (
    each.client !== connection.client ||
    each.scope !== connection.scope ||
    each.at !== connection.at
  )
    return [each]
  const files = each.files.filter(
    (written) => written.file !== gone.file || written.after !== gone.after,
  )
  return files.length === 0 ? [] : [{ ...each, files }]
}
