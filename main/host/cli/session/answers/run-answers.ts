// Runs of agents, as their tables have them where no Gatehouse runs.
import { failure } from '../../../../../contract/failure.ts'
import type { Failure } from '../../../../../contract/failure.ts'
import type { Input } from '../../../../../contract/ipc/ipc.ts'
import { err, ok } from '../../../../../contract/result.ts'
import type { AppPaths } from '../../../../config/paths.ts'
import type { CliContext } from '../../cli-context.ts'
import type { AnswersAtRest } from '../answers-at-rest.ts'
import { reading } from '../read-tables.ts'

/** Items of a run that are read where no number is asked for, as a running one does. */
const NEWEST = 200
/** Characters of the words that are looked for, as the channel takes them. */
const LONGEST = 200

async function runs(
  _context: CliContext,
  paths: AppPaths,
  { before, limit, agent }: Input<'runs.list'>,
) {
  const { runsTable } = await import('../../../../store/tables/runs-table.ts')
  const read = await reading(paths, ({ db }) => runsTable(db).list(before, limit, agent), [])
  return read === null ? null : ok(read.value)
}

async function run(
  _context: CliContext,
  paths: AppPaths,
  { id, limit = NEWEST }: Input<'runs.get'>,
) {
  const { runsTable } = await import('../../../../store/tables/runs-table.ts')
  const read = await reading(
    paths,
    ({ db }) => {
      const table = runsTable(db)
      const found = table.get(id)
      const items = found === null ? [] : table.page(id, undefined, limit + 1)
      return { run: found, items, branches: found === null ? [] : table.branches(id) }
    },
    { run: null, items: [], branches: [] },
  )
  if (read === null) return null
  const { items, ...found } = read.value
  return found.run === null
    ? err(noRun(id))
    : ok({ ...found, items: items.slice(-limit), older: items.length > limit })
}

const noRun = (id: string): Failure => failure('run.unknown', `There is no run ${id}.`)

async function runTree(_context: CliContext, paths: AppPaths, { id }: Input<'runs.tree'>) {
  const { runsTable } = await import('../../../../store/tables/runs-table.ts')
  const read = await reading(
    paths,
    ({ db }) => {
      const table = runsTable(db)
      const found = table.get(id)
      return found === null ? null : table.tree(found.parent?.root ?? found.id)
    },
    null,
  )
  if (read === null) return null
  return read.value === null ? err(noRun(id)) : ok(read.value)
}

/** What a run was is captured by the whole; that there is none, a table says. */
async function capture(_context: CliContext, paths: AppPaths, { id }: Input<'runs.capture'>) {
  const { runsTable } = await import('../../../../store/tables/runs-table.ts')
  const read = await reading(paths, ({ db }) => runsTable(db).get(id), null)
  if (read === null || read.value !== null) return null
  const { code, text } = noRun(id)
  return err(failure(code, text, 'To find ids: gatehouse audit search --json kind:run'))
}

async function runSearch(
  _context: CliContext,
  paths: AppPaths,
  { text, limit }: Input<'runs.search'>,
) {
  // What is said of a text that is too long, the whole says.
  if (text.length > LONGEST) return null
  const { runSearchAtRest } = await import('../../../../wiring/at-rest/run-search-at-rest.ts')
  const read = await reading(paths, ({ db }) => runSearchAtRest(db)(text, limit), [])
  return read === null ? null : ok(read.value)
}

export const runAnswers: AnswersAtRest = {
  'runs.capture': capture,
  'runs.get': run,
  'runs.list': runs,
  'runs.search': runSearch,
  'runs.tree': runTree,
}
