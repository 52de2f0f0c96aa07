// One Gatehouse per home: a lock file that names its owner by process id and start time. Taken over
// only when the owner is gone; never broken because it is old.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileReason, folderHint } from '../../contract/file-reason.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { guarded } from './lock-guard.ts'
import { isAlive, ownerOf, startOf, type Owner } from './lock-owner.ts'

export type Lock = {
  /** Removes the lock file if it is still ours. Safe to call twice. */
  release(): Promise<void>
}

/**
 * Takes the lock, or fails with `host.already-running` and the owner's process id. The one who gets
 * it is alone until `release` or the end of the process.
 */
export async function takeLock(file: string): Promise<Result<Lock, Failure>> {
  const mine: Owner = {
    pid: process.pid,
    started: startOf(process.pid),
    nonce: randomBytes(8).toString('hex'),
  }
  const text = `${JSON.stringify(mine)}\n`
  const whole = `${file}.${mine.nonce}`
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    try {
      // Written whole first and then linked into place: nobody can read half a lock.
      await writeFile(whole, text, { mode: 0o600, flag: 'wx' })
      for (let attempt = 0; attempt < 10; attempt++) {
        if (await linked(whole, file)) return ok({ release: () => releaseLock(file, text) })
        const found = await readOrNull(file)
        if (found === null) continue
        const owner = ownerOf(found)
        if (owner !== null && isAlive(owner)) return err(alreadyRunning(owner, file))
        if (!(await removeDead(file))) break
      }
    } finally {
      await rm(whole, { force: true })
    }
  } catch (cause) {
    return err(
      failure(
        'host.lock',
        `The lock ${file} cannot be written: ${fileReason(cause)}.`,
        folderHint(cause),
      ),
    )
  }
  return err(
    failure(
      'host.lock',
      `The lock ${file} is left over from an earlier start and could not be replaced.`,
      'If no Gatehouse is running, delete the file and start again.',
    ),
  )
}

/** The process that holds the lock now; null when nobody does. */
export async function lockOwner(file: string): Promise<{ readonly pid: number } | null> {
  const found = await readOrNull(file)
  const owner = found === null ? null : ownerOf(found)
  return owner !== null && isAlive(owner) ? { pid: owner.pid } : null
}

async function releaseLock(file: string, text: string): Promise<void> {
  if ((await readOrNull(file)) === text) await rm(file, { force: true })
}

/**
 * Looks again and removes, with nobody else doing the same: a moment later it could be somebody's
 * living lock.
 */
async function removeDead(file: string): Promise<boolean> {
  const done = await guarded(file, async () => {
    let found = await readOrNull(file)
    if (found !== null && ownerOf(found) === null) {
      // Where there are no hard links the file is written in place: it may be half-written right
      // now.
      await new Promise((resolve) => setTimeout(resolve, 200))
      found = await readOrNull(file)
    }
    const owner = found === null ? null : ownerOf(found)
    if (found !== null && (owner === null || !isAlive(owner))) await rm(file, { force: true })
    return true
  })
  return done === true
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (cause) {
    if (isCode(cause, 'EEXIST')) return false
    if (!isCode(cause, 'EPERM') && !isCode(cause, 'ENOTSUP') && !isCode(cause, 'ENOSYS'))
      throw cause
  }
  // A file system without hard links: made directly, alone or not at all.
  try {
    await writeFile(to, await readFile(from), { mode: 0o600, flag: 'wx' })
    return true
  } catch (cause) {
    if (isCode(cause, 'EEXIST')) return false
    throw cause
  }
}

async function readOrNull(file: string): Promise<string | null> {
  try {
    // One small file: the promises of `node:fs` take longer to load than it to read.
    return readFileSync(file, 'utf8')
  } catch (cause) {
    if (isCode(cause, 'ENOENT')) return null
    throw cause
  }
}

const alreadyRunning = (owner: Owner, file: string): Failure =>
  failure(
    'host.already-running',
    `Gatehouse is already running for this home (process ${owner.pid}).`,
    `Use that one, or quit it first. If process ${owner.pid} is not Gatehouse, delete ${file}.`,
  )

const isCode = (cause: unknown, code: string): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === code
