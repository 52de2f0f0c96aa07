// Reads a configuration as a start does, and loads the list of public suffixes only where the text has
// a pattern that it decides about.
import type { ConfigProblem } from '../../contract/policy/config/config-problem.ts'
import type { Result } from '../../contract/result.ts'
import { parseFile, type ParsedFile } from '../config/parse.ts'
import { hasPlugin } from '../config/plugin-files.ts'
import type { AppPaths } from '../config/paths.ts'
import { refusedWorkspace, workspaceFacts } from '../workspace/workspace-problem.ts'
import { quickFacts } from './quick-facts.ts'

export async function parseQuickly(
  text: string,
  paths: AppPaths,
): Promise<Result<ParsedFile, readonly ConfigProblem[]>> {
  const here = {
    now: Date.now,
    workspaceProblem: refusedWorkspace(workspaceFacts(paths)),
    hasPlugin: hasPlugin(paths),
  }
  let asked = false
  const suppose = (): boolean => {
    asked = true
    return true
  }
  const parsed = parseFile(text, paths.configFile, quickFacts(suppose, here))
  if (!asked) return parsed
  const { isSuffixWide } = await import('../egress/allowlist.ts')
  return parseFile(text, paths.configFile, quickFacts(isSuffixWide, here))
}
