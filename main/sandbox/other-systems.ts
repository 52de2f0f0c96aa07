// Says what the runner finds out on a system that is not Linux: tries what can be tried there,
// once, and says the rest.
import { execFile } from 'node:child_process'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { failure } from '../../contract/failure.ts'
import type { Protection } from '../../contract/protection.ts'
import { err, ok } from '../../contract/result.ts'
import { statementHere } from './platform-statement.ts'
import { trySeatbelt, type SeatbeltRun } from './macos/seatbelt-trial.ts'

const TRIAL_MS = 5000

/**
 * `platform`: as `process.platform`. `scratch`: where a folder for the trial is made; nothing is
 * left in it.
 */
export async function elsewhere(platform: string, scratch: string): Promise<readonly Protection[]> {
  if (platform !== 'darwin') return statementHere(platform)
  const created = await realpath(await mkdtemp(join(scratch, 'gatehouse-seatbelt-')))
  try {
    return await trySeatbelt(created, run)
  } finally {
    await rm(created, { recursive: true, force: true })
  }
}

const run: SeatbeltRun = ({ file, args, environment }) =>
  new Promise((resolve) => {
    const options = {
      env: { ...environment },
      cwd: '/',
      timeout: TRIAL_MS,
      killSignal: 'SIGKILL' as const,
    }
    execFile(file, [...args], options, (error, stdout, stderr) => {
      if (error !== null && typeof error.code !== 'number')
        return resolve(
          err(failure('sandbox.spawn', `${file} did not run (${error.code ?? 'killed'}).`)),
        )
      const code = typeof error?.code === 'number' ? error.code : 0
      const sizes = {
        stdoutBytes: Buffer.byteLength(stdout),
        stderrBytes: Buffer.byteLength(stderr),
      }
      return resolve(ok({ stdout, stderr, ...sizes, end: { kind: 'exited', code } }))
    })
  })
