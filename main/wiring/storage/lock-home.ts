// The folders of a home and its lock, for as long as they are used.
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Failure } from '../../../contract/failure.ts'
import type { Result } from '../../../contract/result.ts'
import { takeOverInstance } from '../../host/instance-handover.ts'
import type { Lock } from '../../host/lock.ts'
import type { AppOptions } from '../app-options.ts'

export function lockHome({
  host,
  paths,
  yieldInstance,
}: Pick<AppOptions, 'host' | 'paths' | 'yieldInstance'>): Promise<Result<Lock, Failure>> {
  for (const folder of [paths.home, paths.dataDir, dirname(paths.headFile)])
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  // A command works beside the app that runs; only a window takes another's place.
  return takeOverInstance(
    paths.lockFile,
    paths.socketFile,
    host !== 'cli' && yieldInstance === undefined,
  )
}
