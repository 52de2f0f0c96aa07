// How much lies where, of what Gatehouse keeps. Looks at names and sizes only, and follows no link.
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { StorageEntry } from '../../../contract/storage-entry.ts'
import type { AppPaths } from '../../config/paths.ts'

/** A store is more than one file while it is open. */
const BESIDE = ['', '-wal', '-shm', '-front']

export async function storageUsage({
  configFile,
  databaseFile,
  dataDir,
}: Pick<AppPaths, 'configFile' | 'databaseFile' | 'dataDir'>): Promise<StorageEntry[]> {
  const index = join(dataDir, 'journal-index.db')
  const documents = join(dataDir, 'documents.db')
  const undo = join(dataDir, 'checkpoints')
  return [
    { what: 'config', path: configFile, bytes: await sum([configFile]) },
    {
      what: 'journal',
      path: databaseFile,
      bytes: await sum(BESIDE.map((end) => databaseFile + end)),
    },
    { what: 'index', path: index, bytes: await sum(BESIDE.map((end) => index + end)) },
    {
      what: 'documents',
      path: documents,
      bytes: await sum(BESIDE.map((end) => documents + end)),
    },
    { what: 'undo', path: undo, bytes: await sumBelow(undo) },
  ]
}

/** Null when none of them is there. */
async function sum(paths: readonly string[]): Promise<number | null> {
  const sizes = await Promise.all(
    paths.map(async (path) => (await lstat(path).catch(() => null))?.size ?? null),
  )
  return sizes.every((size) => size === null)
    ? null
    : sizes.reduce<number>((all, size) => all + (size ?? 0), 0)
}

async function sumBelow(folder: string): Promise<number | null> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => null)
  if (entries === null) return null
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  let bytes = 0
  // A few at a time: there may be very many.
  for (let at = 0; at < files.length; at += 64) bytes += (await sum(files.slice(at, at + 64))) ?? 0
  return bytes
}
