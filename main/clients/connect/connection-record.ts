// What was written into other programs' files, so that it can be taken back to the byte. Kept in
// Gatehouse's data folder, for this user only: an entry may hold a token.
import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { failure, type Failure } from '../../../contract/failure.ts'
import { Json } from '../../../contract/json.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { replaceFile } from '../../disk/replace-file.ts'
import { clientNames } from './agents/clients.ts'

const Path = z.array(z.string())
const Entry = z.strictObject({ kind: z.enum(['member', 'element']), path: Path, value: Json })

const Written = z.strictObject({
  /** As the client names it; it may be a link. */
  file: z.string(),
  format: z.enum(['json', 'yaml', 'toml']),
  /** It was there before us. */
  existed: z.boolean(),
  madeFolders: z.array(z.string()),
  backup: z.string().nullable(),
  /** SHA-256 of the whole text. */
  before: z.string(),
  after: z.string(),
  edit: z.strictObject({ at: z.int(), removed: z.string(), inserted: z.string() }),
  entries: z.array(Entry),
  /** Containers that were made for the entries. */
  made: z.array(Path),
})
export type Written = z.infer<typeof Written>

const Connection = z.strictObject({
  client: z.enum(clientNames),
  scope: z.enum(['user', 'project', 'managed']),
  at: z.int(),
  files: z.array(Written),
})
export type Connection = z.infer<typeof Connection>

const Record = z.strictObject({ version: z.literal(1), connections: z.array(Connection) })

/**
 * Failure `connect.record` for a record that cannot be read: then nothing may be written over it.
 */
export async function readRecord(file: string): Promise<Result<readonly Connection[], Failure>> {
  try {
    return ok(Record.parse(JSON.parse(await readFile(file, 'utf8'))).connections)
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return ok([])
    return err(
      failure(
        'connect.record',
        `${file} cannot be read, so Gatehouse does not know what it wrote into other programs' files.`,
        'Put it back from a copy, or take the entries out by hand and remove it.',
      ),
    )
  }
}

export async function writeRecord(file: string, connections: readonly Connection[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  replaceFile(file, `${JSON.stringify(Record.parse({ version: 1, connections }), null, 2)}\n`)
}
