// Pure. Verbs of git that list or change, and when they only list.
import type { Arguments, Option } from './options.ts'
import { splitNames } from '../split-names.ts'

export const has = (options: readonly Option[], ...names: readonly string[]): boolean =>
  options.some(({ name }) =>
    names.some(
      (full) => name === full || (full.length > 1 && name.length > 1 && full.startsWith(name)),
    ),
  )

export const READS: ReadonlySet<string> = new Set(
  splitNames(`
    status log diff show rev-parse ls-files blame annotate describe shortlog rev-list cat-file
    show-ref for-each-ref merge-base ls-tree diff-tree diff-index diff-files check-ignore
    check-attr check-mailmap count-objects name-rev whatchanged version var grep range-diff cherry
    merge-tree verify-commit verify-tag show-branch get-tar-commit-id patch-id stripspace
    check-ref-format ls
  `),
)
export const WRITES: ReadonlySet<string> = new Set(
  splitNames(`
    add commit checkout switch restore rm mv merge rebase cherry-pick revert stash tag branch init
    apply am notes bisect config sparse-checkout worktree format-patch archive bundle pack-refs
    read-tree write-tree commit-tree hash-object update-index update-ref symbolic-ref mktag mktree
    replace rerere fsck reflog remote submodule reset clean gc prune repack maintenance
    checkout-index
  `),
)
export const NETWORK: ReadonlySet<string> = new Set(
  splitNames(`
    clone fetch pull push ls-remote remote-update fetch-pack send-pack request-pull lfs svn p4
    send-email archive-remote
  `),
)
/** Verbs that only look when they are given no more than these. */
export const LISTS: Readonly<Record<string, (read: Arguments, first: string) => boolean>> = {
  branch: ({ options, operands }) =>
    has(options, 'list', 'l') || has(options, 'show-current')
      ? !has(options, ...CHANGES)
      : (operands.length === 0 ||
          has(options, 'contains', 'merged', 'no-merged', 'points-at', 'no-contains')) &&
        !has(options, ...CHANGES),
  tag: ({ options, operands }) =>
    (operands.length === 0 || has(options, 'list', 'l', 'contains', 'points-at')) &&
    !has(options, 'd', 'delete', 'f', 'force', 'a', 's', 'u', 'm', 'F'),
  remote: ({ operands }, first) => operands.length === 0 || first === 'get-url',
  stash: (_, first) => first === 'list' || first === 'show',
  config: ({ options, operands }, first) =>
    (has(options, 'get', 'get-all', 'get-regexp', 'list', 'l', 'get-urlmatch') ||
      first === 'get' ||
      first === 'list' ||
      operands.length === 1) &&
    !has(
      options,
      'add',
      'unset',
      'unset-all',
      'replace-all',
      'rename-section',
      'remove-section',
      'e',
      'edit',
    ) &&
    !['edit', 'set', 'unset'].includes(first),
  reflog: (_, first) =>
    first === '' || first === 'show' || first === 'exists' || first === 'list' || first === 'HEAD',
  worktree: (_, first) => first === 'list',
  notes: (_, first) => first === '' || first === 'list' || first === 'show',
  submodule: (_, first) => first === '' || first === 'status' || first === 'summary',
  bundle: (_, first) => first === 'verify' || first === 'list-heads',
  'symbolic-ref': ({ options, operands }) =>
    operands.length === 1 && !has(options, 'd', 'delete', 'm'),
  fsck: ({ options }) => !has(options, 'lost-found'),
  apply: ({ options }) =>
    has(options, 'check', 'stat', 'numstat', 'summary') &&
    !has(options, 'apply', 'index', '3', '3way'),
  'hash-object': ({ options }) => !has(options, 'w'),
}
const CHANGES = splitNames(`
  d D m M c C f u delete move copy force set-upstream-to unset-upstream edit-description track t
`)
