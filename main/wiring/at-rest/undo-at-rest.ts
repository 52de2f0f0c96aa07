// What an undo would change, of a Gatehouse that does not run: nothing of what is kept is tidied up.
import { join } from 'node:path'
import type { UndoPreview } from '../../../contract/call/undo-preview.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { CallId } from '../../../contract/ids.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { AppPaths } from '../../config/paths.ts'
import { shownPreview } from '../../services/undo/shown-preview.ts'
import { previewOnly } from '../../undo/restore/preview.ts'
import { lost, notUndoable, type StoredCall } from '../../undo/undo-text.ts'
import type { HostEnv } from './availability-at-rest.ts'
import { configAtRest } from './config-at-rest.ts'
import { redactorAtRest } from './shown-at-rest.ts'

/** Null where the configuration has a fault, or what is kept cannot be read as it is. */
export async function undoAtRest(
  callId: CallId,
  stored: StoredCall | null,
  paths: AppPaths,
  env: HostEnv,
): Promise<Result<UndoPreview, Failure> | null> {
  const config = await configAtRest(paths)
  if (config === null) return null
  const { facts, text } = redactorAtRest(config, env)
  const wrong = notUndoable(callId, stored)
  if (wrong !== null) return facts(err(wrong))
  try {
    const found = previewOnly(join(paths.dataDir, 'checkpoints'), callId)
    if (found === null) return facts(err(lost(callId)))
    return ok(await shownPreview(found, async (given) => (await text(given)).text))
  } catch {
    return null
  }
}
