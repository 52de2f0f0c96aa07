// Pure. What raises the changes of a command that has run in a layer.
import type { CommitFacts } from '../decision-request.ts'
import { MOST_DELETED } from '../phase.ts'
import { raise } from './raise.ts'
import type { Raise } from './raise.ts'

export function commitRaises(
  { whole, trees, deleted, privileged, repositories }: CommitFacts,
  add: (raise: Raise) => void,
): void {
  if (trees.length > 0)
    add(raise('R3', 'commit.tree', `It deletes ${trees[0]} with everything in it.`))
  if (deleted > MOST_DELETED) add(raise('R3', 'commit.deletes', `It deletes ${deleted} files.`))
  for (const path of privileged)
    add(raise('R3', 'commit.privileged', `${path} would run with the rights of its owner.`))
  for (const path of repositories)
    add(
      raise(
        'R3',
        'commit.repository',
        `Git would read settings in ${path}, which can name programs.`,
      ),
    )
  if (!whole)
    add(
      raise(
        trees.length > 0 || deleted > 0 ? 'R4' : 'R3',
        'commit.not-kept',
        'Not everything that was there before can be kept, so it cannot all be undone.',
      ),
    )
}
