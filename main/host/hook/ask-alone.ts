// Answers a hook where no Gatehouse runs: starts one for a single question. Nobody can be asked, so
// what needs a person is denied.
import type { AppPaths } from '../../config/paths.ts'
import { openAppSafely } from '../../wiring/safe-mode.ts'
import { askRunning, type Reached } from './ask-running.ts'

const timeoutMs = 10_000
const pauseMs = 100

/**
 * Another one that is just starting or ending holds the lock: it is waited for, and asked if it
 * stays.
 */
export async function askAlone(paths: AppPaths, input: object, version: string): Promise<Reached> {
  for (let waited = 0; ; waited += pauseMs) {
    const composed = await openAppSafely({ host: 'cli', paths, version })
    if (composed.ok) {
      const app = composed.value
      const answer = await app.call('hook.decide', input, { surface: 'cli' })
      await app.dispose()
      return answer.ok
        ? { kind: 'answer', value: answer.value }
        : { kind: 'failed', text: answer.error.text }
    }
    if (composed.error.code !== 'host.already-running' || waited >= timeoutMs)
      return { kind: 'failed', text: composed.error.text }
    await new Promise((done) => setTimeout(done, pauseMs))
    const running = await askRunning(
      paths.socketFile,
      'hook.decide',
      { ...input, waitSeconds: 540 },
      560_000,
    )
    if (running.kind !== 'nobody') return running
  }
}
