// The configuration that a start would put in force, read where no Gatehouse runs and nothing is opened.
import { join } from 'node:path'
import { Config } from '../../../contract/policy/config/config.ts'
import { hasContent } from '../../config/emptied.ts'
import { readConfig } from '../../config/file.ts'
import { inForceMark } from '../../config/in-force-mark.ts'
import type { AppPaths } from '../../config/paths.ts'

/** Null where a start would find something wrong with the file: what is in force then, it decides. */
export async function configAtRest(paths: AppPaths): Promise<Config | null> {
  const read = await readConfig(paths.configFile)
  if (!read.ok) return null
  if (read.value === null) return Config.parse({})
  // What reads a file is as much as all the rest, and here there is one.
  const { parseQuickly } = await import('../../policy/parse-quickly.ts')
  const parsed = await parseQuickly(read.value, paths)
  if (!parsed.ok) return null
  const mark = inForceMark(join(paths.dataDir, 'config-in-force'), paths.configFile)
  return hasContent(read.value) || !mark.known() ? parsed.value.config : null
}
