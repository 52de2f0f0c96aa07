// One tool as lists show it: of its manifest, of what hides it and of what it misses now. Pure.
import type { Gap, Manifest, Requirement, ToolListing } from '../../contract/call/manifest.ts'
import type { ListedTool } from '../../contract/call/tool-source.ts'
import type { ToolSetting } from '../../contract/policy/config/tool-setting.ts'

export type Availability = {
  /** Why the gate keeps a tool out of the principal's view now; null when it does not. */
  hiddenBy(
    manifest: Manifest,
  ): Exclude<ToolListing['hiddenBy'], null> | 'grant' | 'run' | 'subagent' | null
  /** Which of its actions the principal was granted. */
  granted(tool: string): 'all' | 'none' | ReadonlySet<string>
  /** What the person set for a tool, by name. */
  setting(name: string): ToolSetting | null
  /** What is missing on this machine for a requirement, and how to get it; null when it is met. */
  missing(requirement: Requirement): Gap | null
}

export const gapsOf = (
  { requires }: Pick<Manifest, 'requires'>,
  missing: Availability['missing'],
): readonly Gap[] => requires.map(missing).filter((gap) => gap !== null)

export const isUncertain = ({ uncertain }: Gap): boolean => uncertain === true

type Listed = Pick<ToolListing, 'manifest' | 'inputSchema' | 'source' | 'trust' | 'review'> &
  Pick<ListedTool, 'closed'>

export function toolListing(
  { manifest, inputSchema, source, closed, trust, review }: Listed,
  { hiddenBy, setting, missing }: Pick<Availability, 'hiddenBy' | 'setting' | 'missing'>,
): ToolListing {
  const hidden = hiddenBy(manifest)
  const gaps: readonly Gap[] = [
    ...(closed === null ? [] : [{ what: closed.what, how: closed.how }]),
    ...gapsOf(manifest, missing),
  ]
  return {
    name: manifest.name,
    source,
    available: gaps.every(isUncertain),
    missing: [...gaps],
    hiddenByGuard: hidden === 'guard',
    // Lists are for the person: what only some callers lack is no matter of theirs.
    hiddenBy: hidden === 'subagent' || hidden === 'run' || hidden === 'grant' ? null : hidden,
    trust,
    review,
    setting: setting(manifest.name),
    manifest,
    inputSchema,
  }
}
