// Pure. What options of git's verbs, and settings on its command line, make of them.
import type { CommandEffect } from '../../../contract/call/command.ts'
import type { Verdict } from './partial-part.ts'
import { has, LISTS } from './git-listing.ts'
import { isNamed, type Arguments } from './options.ts'
import { splitNames } from '../split-names.ts'

export const REMOVES: ReadonlySet<string> = new Set(splitNames('filter-branch filter-repo prune'))
/** Options of a push that remove or overwrite what is there. */
const PUSH_RISKS = splitNames('f d force force-with-lease delete mirror prune force-if-includes')

/** Settings on the command line that only name people or colours. */
export const MILD_SETTING =
  /^(user\.(name|email)|color\.[\w.]+|core\.(quotepath|abbrev|autocrlf|eol|safecrlf)|advice\.\w+|commit\.gpgsign|init\.defaultbranch|log\.(date|decorate|abbrevcommit|follow)|status\.(short|branch|relativepaths|showuntrackedfiles|showstash|renames|aheadbehind))(=|$)/i

export function risksOf(
  verb: string,
  { options, operands, wild }: Arguments,
  first: string,
): Verdict {
  const effects: CommandEffect[] = []
  let opaque = false
  const bulk = (approved: boolean): void => {
    if (approved) effects.push('destructive')
  }
  if (
    has(
      options,
      'ext-diff',
      'exec',
      'upload-pack',
      'receive-pack',
      'textconv',
      'filters',
      'open-files-in-pager',
    ) ||
    (verb === 'rebase' && has(options, 'x'))
  )
    opaque = true
  switch (verb) {
    case 'grep':
      opaque ||= options.some(({ name }) => name === 'O')
      break
    case 'reset':
      bulk(has(options, 'hard', 'merge', 'keep') || wild)
      break
    case 'clean':
      bulk(!has(options, 'n', 'dry-run') || has(options, 'f', 'force') || wild)
      break
    case 'push':
      bulk(options.some((option) => PUSH_RISKS.some((full) => isNamed(option, full))))
      bulk(
        wild ||
          operands.slice(1).some(({ value, prefix: wrapper }) => /^[+:]/.test(value ?? wrapper)),
      )
      break
    case 'checkout':
    case 'switch':
      bulk(
        has(options, 'f', 'force', 'discard-changes') ||
          operands.some(({ value }) => value === '.'),
      )
      break
    case 'restore':
      bulk(
        operands.some(({ value }) => value === null || value === '.' || value === ':/') &&
          !has(options, 'staged', 'S'),
      )
      break
    case 'rm':
      bulk(has(options, 'r', 'f') || operands.some(({ value }) => value === null))
      break
    case 'branch':
    case 'tag':
      bulk(has(options, 'D', 'delete', 'd', 'force', 'f'))
      break
    case 'stash':
      bulk(first === 'drop' || first === 'clear')
      break
    case 'reflog':
      bulk(first === 'expire' || first === 'delete')
      break
    case 'worktree':
      bulk(first === 'remove')
      break
    case 'update-ref':
      bulk(has(options, 'd', 'stdin'))
      break
    case 'gc':
      bulk(has(options, 'prune', 'aggressive'))
      break
    case 'bisect':
      opaque ||= first === 'run'
      break
    case 'submodule':
      opaque ||= first === 'foreach'
      if (first === 'update' || first === 'add' || first === 'init') effects.push('network')
      break
    case 'remote':
      if (['update', 'show', 'prune'].includes(first)) effects.push('network')
      break
    case 'archive':
      if (has(options, 'remote')) effects.push('network')
      break
    case 'config':
      // Much of what can be set names a program that git runs later.
      opaque ||=
        LISTS['config']?.({ options, operands, wild }, first) !== true &&
        !MILD_SETTING.test((first === 'set' ? operands[1]?.value : first) ?? '')
      break
    default:
      bulk(REMOVES.has(verb))
      opaque ||= verb === 'filter-branch' || (verb === 'rebase' && has(options, 'i', 'interactive'))
  }
  if (opaque) effects.push('unknown')
  return { effects, uses: [], opaque }
}
