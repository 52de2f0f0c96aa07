// Pure. An index of the rules that can speak for one tool and kind of caller, by what they ask besides,
// so that a decision looks at the few that could hold.
import type { Effect } from '../../../contract/policy/decision.ts'
import { assertNever } from '../../../contract/never.ts'
import { bareName } from '../../../contract/policy/command-names.ts'
import { comparable, upwards } from '../path-glob.ts'
import { hostKeys } from '../touch-facts.ts'
import type { CompiledRule } from './compiled-rule.ts'
import { lookUpPrograms } from './line-programs.ts'
import type { RuleFacts } from './rule-facts.ts'

/** Every list is in `order`. */
export type RuleIndex = {
  readonly anywhere: readonly CompiledRule[]
  readonly byName: ReadonlyMap<string, readonly CompiledRule[]>
  readonly byPath: ReadonlyMap<string, readonly CompiledRule[]>
  readonly byHost: ReadonlyMap<string, readonly CompiledRule[]>
  readonly byProgram: ReadonlyMap<string, readonly CompiledRule[]>
}

/**
 * A rule is filed under the first kind of touch it speaks of, or under the name it asks for: it
 * cannot hold without one of those.
 */
export function indexRules(rules: readonly CompiledRule[]): RuleIndex {
  const anywhere: CompiledRule[] = []
  const byName = new Map<string, CompiledRule[]>()
  const byPath = new Map<string, CompiledRule[]>()
  const byHost = new Map<string, CompiledRule[]>()
  const byProgram = new Map<string, CompiledRule[]>()
  for (const each of rules) {
    const { agents } = each.rule.when
    if (each.paths !== null) for (const { prefix } of each.paths) file(byPath, prefix, each)
    else if (each.hosts !== null)
      for (const { host, below } of each.hosts) file(byHost, below ? `*.${host}` : host, each)
    else if (each.commands?.every(({ words }) => words.length > 0) === true)
      for (const { words } of each.commands)
        file(byProgram, programOfRule(words[0] as string, each.rule.effect), each)
    else if (agents !== undefined && !agents.some((glob) => glob.includes('*')))
      for (const name of agents) file(byName, name, each)
    else anywhere.push(each)
  }
  return { anywhere, byName, byPath, byHost, byProgram }
}

const programOfRule = (command: string, effect: Effect): string =>
  (effect === 'allow' ? String : bareName)(command.split(' ')[0] ?? '')

function file(map: Map<string, CompiledRule[]>, key: string, each: CompiledRule): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [each])
  else if (list.at(-1) !== each) list.push(each)
}

/**
 * Plain lists and loops: this is asked for every call, and generators would be a third of the time
 * of a decision.
 */
export function listsOf(
  index: RuleIndex,
  { touches, principalName, workers = [principalName] }: RuleFacts,
  foldsCase: boolean,
): readonly (readonly CompiledRule[])[] {
  const lists: (readonly CompiledRule[])[] = [index.anywhere]
  for (const name of workers) {
    const named = index.byName.get(name)
    if (named !== undefined) lists.push(named)
  }
  for (const touch of touches) {
    switch (touch.kind) {
      case 'fs.read':
      case 'fs.write':
        if (index.byPath.size > 0)
          gather(lists, index.byPath, upwards(comparable(touch.path, foldsCase)))
        break
      case 'net.fetch':
      case 'net.connect':
        if (index.byHost.size > 0) gather(lists, index.byHost, hostKeys(touch.host))
        break
      case 'proc.run':
        if (index.byPath.size > 0)
          gather(lists, index.byPath, upwards(comparable(touch.cwd, foldsCase)))
        if (index.byProgram.size > 0)
          lookUpPrograms(touch, (name) => add(lists, index.byProgram.get(name)))
        break
      case 'memory':
      case 'schedule':
      case 'subagent':
      case 'record':
      case 'event':
      case 'notification':
      case 'result':
      case 'secrets.get':
      case 'mcp.call':
      case 'plugin.run':
        break
      default:
        assertNever(touch, 'listsOf')
    }
  }
  return lists
}

function gather(
  lists: (readonly CompiledRule[])[],
  map: ReadonlyMap<string, readonly CompiledRule[]>,
  keys: readonly string[],
): void {
  for (const key of keys) add(lists, map.get(key))
}

/** Each once: a name may be in a line many times. */
function add(lists: (readonly CompiledRule[])[], list: readonly CompiledRule[] | undefined): void {
  if (list !== undefined && !lists.includes(list)) lists.push(list)
}
