// A thread of its own for the daily backup: reading every page of a large database would hold up
// the program.
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { makeBackup } from './backup.ts'
import { openReader } from './reader.ts'

const { file, folder, at } = z
  .object({ file: z.string(), folder: z.string(), at: z.number() })
  .parse(workerData)
try {
  const db = await openReader(file)
  try {
    parentPort?.postMessage({ name: makeBackup(db, folder, at).name })
  } finally {
    db.close()
  }
} catch (error) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error), code })
}
