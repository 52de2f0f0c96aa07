// Checks whether a process is alive.
import { errorCode } from '../files/safe-open.ts'

/** True also for a process of somebody else. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) !== 'ESRCH'
  }
}
