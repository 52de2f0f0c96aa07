// Lets one program at a time write the record of connections: two that read it and then wrote would
// lose each other's entries, and with them the way to disconnect.
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, type Result } from '../../../contract/result.ts'

/** Writing a few small files takes a moment. */
const TIMEOUT_MS = 20_000
const PAUSE_MS = 25

/**
 * Runs `work` while nobody else does. Failures: those of the work; `connect.busy` where the other
 * takes too long.
 */
export async function alone<T>(
  recordFile: string,
  work: () => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  const mark = `${recordFile}.busy`
  await mkdir(dirname(mark), { recursive: true, mode: 0o700 })
  for (const until = Date.now() + TIMEOUT_MS; !(await take(mark));) {
    if (Date.now() > until)
      return err(
        failure(
          'connect.busy',
          'Another gatehouse connect or disconnect is in progress.',
          `If there is none, remove ${mark}.`,
        ),
      )
    await new Promise((done) => setTimeout(done, PAUSE_MS))
  }
  try {
    return await work()
  } finally {
    await rm(mark, { force: true })
  }
}

async function take(mark: string): Promise<boolean> {
  try {
    const file = await open(mark, 'wx', 0o600)
    await file.writeFile(String(process.pid))
    await file.close()
    return true
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause
  }
  // One that was killed in the middle leaves its mark.
  const pid = Number(await readFile(mark, 'utf8').catch(() => ''))
  if (Number.isInteger(pid) && pid > 0 && !runs(pid)) await rm(mark, { force: true })
  return false
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return !(cause instanceof Error && 'code' in cause && cause.code === 'ESRCH')
  }
}
