// Runs of agents, as their tables have them where no Gatehouse runs.
import { failure } from '../../../../../contract/failure.ts'
import type { Run } from '../../../../../contract/agent/run.ts'
import type { Failure } from '../../../../../contract/failure.ts'
import type { RunId } from '../../../../../contract/ids.ts'
import type { Input } from '../../../../../contract/ipc/ipc.ts'
import { err, ok, type Result } from '../../../../../contract/result.ts'
import type { AppPaths } from '../../../../config/paths.ts'
import type { RunsTable } from '../../../../store/tables/runs-table.ts'
import type { CliContext } from '../../cli-context.ts'
import type { AnswersAtRest } from '../answers-at-rest.ts'
import { answering, reading } from '../read-tables.ts'

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
  return answering(paths, ({ db }) => runsTable(db).list(before, limit, agent), [])
}

async function run(
  _context: CliContext,
  paths: AppPaths,
  { id, limit = NEWEST }: Input<'runs.get'>,
) {
  return ofRun(paths, id, (found, table) => {
    const items = table.page(id, undefined, limit + 1)
    const older = items.length > limit
    return { run: found, items: items.slice(-limit), older, branches: table.branches(id) }
  })
}

const runTree = (_context: CliContext, paths: AppPaths, { id }: Input<'runs.tree'>) =>
  ofRun(paths, id, (found, table) => table.tree(found.parent?.root ?? found.id))

/** What is asked of one run: failure `run.unknown` where there is none. */
async function ofRun<T>(
  paths: AppPaths,
  id: RunId,
  read: (found: Run, table: RunsTable) => T,
  hint?: string,
): Promise<Result<T, Failure> | null> {
  const { runsTable } = await import('../../../../store/tables/runs-table.ts')
  const found = await reading<Result<T, Failure>>(
    paths,
    ({ db }) => {
      const table = runsTable(db)
      const one = table.get(id)
      return one === null ? err(noRun(id, hint)) : ok(read(one, table))
    },
    err(noRun(id, hint)),
  )
  return found === null ? null : found.value
}

const noRun = (id: RunId, hint?: string): Failure =>
  failure('run.unknown', `There is no run ${id}.`, hint)

async function capture(
  { env, version }: CliContext,
  paths: AppPaths,
  { id }: Input<'runs.capture'>,
) {
  const hint = 'To find ids: gatehouse runs list'
  const found = await ofRun(paths, id, (one) => one, hint)
  if (found === null || !found.ok) return found
  const { findWithoutCopy } = await import('../../audit/find-without-copy.ts')
  const { signedAtRest } = await import('../../../../wiring/at-rest/signed-at-rest.ts')
  const { captureAtRest } = await import('../../../../wiring/at-rest/capture-at-rest.ts')
  const { runsTable } = await import('../../../../store/tables/runs-table.ts')
  return findWithoutCopy(paths, async ({ db, finder, table: journal }) => {
    const signed = await signedAtRest({ finder, table: journal }, paths, version)
    if (signed === null || !signed.ok) return signed
    const stored = { runs: runsTable(db), journal, signed: signed.value }
    return captureAtRest(found.value, stored, paths, env)
  })
}

async function runSearch(
  _context: CliContext,
  paths: AppPaths,
  { text, limit }: Input<'runs.search'>,
) {
  // What is said of a text that is too long, the whole says.
  if (text.length > LONGEST) return null
  const { runSearchAtRest } = await import('../../../../wiring/at-rest/run-search-at-rest.ts')
  return answering(paths, ({ db }) => runSearchAtRest(db)(text, limit), [])
}

export const runAnswers: AnswersAtRest = {
  'runs.capture': capture,
  'runs.get': run,
  'runs.list': runs,
  'runs.search': runSearch,
  'runs.tree': runTree,
}
