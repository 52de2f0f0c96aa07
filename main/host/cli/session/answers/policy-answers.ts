// What the policy is and says where no Gatehouse runs: the configuration and lasting approvals decide.
import type { Input } from '../../../../../contract/ipc/ipc.ts'
import { ok } from '../../../../../contract/result.ts'
import type { AppPaths } from '../../../../config/paths.ts'
import type { ReadHistory } from '../../../../wiring/at-rest/policy/simulation-at-rest.ts'
import type { CliContext } from '../../cli-context.ts'
import type { AnswersAtRest } from '../answers-at-rest.ts'
import { homeAtRest } from '../home-at-rest.ts'
import { noteUntested } from '../note-untested.ts'
import { reading } from '../read-tables.ts'

async function policyHash(_context: CliContext, paths: AppPaths) {
  const { policyAtRest } = await import('../../../../wiring/at-rest/policy/policy-at-rest.ts')
  const found = await policyAtRest(paths)
  if (found === null) return null
  const { config, policy } = found
  return ok({ hash: policy.hash, preset: config.preset, problems: [] })
}

async function policyCheck(_context: CliContext, paths: AppPaths, { text }: Input<'policy.check'>) {
  const { checkAtRest } = await import('../../../../wiring/at-rest/policy/policy-at-rest.ts')
  const report = await checkAtRest(paths, text)
  return report === null ? null : ok(report)
}

async function explain(
  context: CliContext,
  paths: AppPaths,
  { calls, text }: Input<'policy.explain'>,
) {
  const { explainAtRest } = await import('../../../../wiring/at-rest/policy/explain-at-rest.ts')
  const answer = await explainAtRest(calls, text, homeAtRest(context, paths))
  if (answer === null || !answer.ok) return answer
  if (answer.value.untested) noteUntested(context)
  return ok(answer.value.explained)
}

async function simulate(context: CliContext, paths: AppPaths, wanted: Input<'policy.simulate'>) {
  const { simulationAtRest } =
    await import('../../../../wiring/at-rest/policy/simulation-at-rest.ts')
  const { journalTable } = await import('../../../../store/journal/journal-table.ts')
  const { leasesAtRest } = await import('./leases-at-rest.ts')
  const read: ReadHistory = async (work) => {
    const found = await reading(
      paths,
      (on) => work({ journal: journalTable(on.db), leases: leasesAtRest(on) }),
      [],
    )
    return found === null ? null : found.value
  }
  const answer = await simulationAtRest(wanted, homeAtRest(context, paths), read)
  if (answer === null || !answer.ok) return answer
  if (answer.value.untested) noteUntested(context)
  return ok(answer.value.simulation)
}

export const policyAnswers: AnswersAtRest = {
  'policy.check': policyCheck,
  'policy.explain': explain,
  'policy.hash': policyHash,
  'policy.simulate': simulate,
}
