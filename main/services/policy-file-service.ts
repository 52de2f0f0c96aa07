// What the topic `policy` can do with the file: show it whole, put a change into it, say what that
// frees, write it back.
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import { ApprovalId, LeaseId } from '../../contract/ids.ts'
import type {
  PolicyComparison,
  PolicyOverview,
  PolicyUsage,
} from '../../contract/policy/policy-file.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { Journal } from '../journal/journal.ts'
import { keepBackup } from '../config/backup.ts'
import type { CheckedConfigStore } from '../config/config.ts'
import type { PolicyFacts } from '../config/facts.ts'
import { relaxesIn, unstoppedIn } from '../config/relaxes.ts'
import { configSchema } from '../config/json-schemas.ts'
import { overviewOf } from '../config/overview.ts'
import { parseFile } from '../config/parse.ts'
import type { AppPaths } from '../config/paths.ts'
import { editPolicy } from '../config/policy-edit.ts'
import type { Policy } from '../gate/policy.ts'
import type { PolicyFileService } from '../ipc/handlers/policy.ts'
import type { ApprovalsTable } from '../store/approvals-table.ts'
import type { LeasesTable } from '../store/leases-table.ts'
import type { Relaxation } from '../policy/relaxation.ts'
import { newest } from '../policy/past-decisions.ts'

export type PolicyFileDeps = {
  readonly config: CheckedConfigStore
  readonly places: AppPaths
  readonly policy: () => Policy
  readonly journal: Pick<Journal, 'page'>
  readonly leases: Pick<LeasesTable, 'list'>
  readonly approvals: Pick<ApprovalsTable, 'get'>
  readonly relaxation: Relaxation
  readonly facts: PolicyFacts
  readonly sha256: (text: string) => string
  readonly now: () => number
}

/** Decisions, and uses of leases, that are looked at to say what was of use lately. */
const LATELY = 2_000

export function policyFileService(needs: PolicyFileDeps): Omit<PolicyFileService, 'replay'> {
  const { config, places, policy, journal, leases, approvals, relaxation, facts, sha256, now } =
    needs
  const file = places.configFile

  const overview = async (): Promise<Result<PolicyOverview, Failure>> => {
    const read = await config.text()
    if (!read.ok) return read
    return ok(
      overviewOf({
        ...{
          file,
          text: read.value,
          textHash: sha256(read.value ?? ''),
          config: config.current(),
          policyHash: policy().hash,
        },
        ...{ builtInStop: places.stop, problems: config.problems(), warnings: config.warnings() },
      }),
    )
  }

  const compare = (text: string): Result<PolicyComparison, Failure> => {
    const parsed = parseFile(text, file, facts)
    if (!parsed.ok) {
      const [first] = parsed.error
      return err(
        failure(
          'config.invalid',
          first === undefined ? 'The text cannot be read.' : `Line ${first.line}: ${first.text}`,
          first?.hint,
        ),
      )
    }
    const freer = relaxesIn(config.current(), parsed.value.config)
    return ok({
      relaxes: [...freer],
      removedStops: [...unstoppedIn(config.current(), parsed.value.config)],
      requires: relaxation.needs(freer),
    })
  }

  return {
    overview,
    compare,
    edit: (text, edit) => editPolicy(text, file, edit),

    async write({ text, expectedHash, proof, confirmed }) {
      const read = await config.text()
      if (!read.ok) return read
      if (sha256(read.value ?? '') !== expectedHash)
        return err(
          failure(
            'config.changed',
            `${file} was changed meanwhile, by another program or another window.`,
            'Nothing was written. Look at both, and save again.',
          ),
        )
      const compared = compare(text)
      if (!compared.ok) return compared
      const { removedStops: unstopped, relaxes: freer } = compared.value
      if (unstopped.length > 0)
        return err(
          failure(
            'policy.stop-removed',
            `From the window nothing is taken off the STOP list: ${unstopped.join(', ')}.`,
            `Put it back, or take it out of ${file} with an editor of your own.`,
          ),
        )
      const allowed = await relaxation.by({ proof, confirmed })(freer)
      if (!allowed.ok) return allowed
      let backup: string | null = null
      const replaced = await config.replace(read.value, text, async (old) => {
        const kept = await keepBackup(file, old, now())
        if (kept.ok) backup = kept.value
        return kept
      })
      if (!replaced.ok) return replaced
      const after = await overview()
      return after.ok ? ok({ overview: after.value, backup }) : after
    },

    async usage() {
      const decisions = await newest(journal, 'decision', LATELY, 0)
      const rules: PolicyUsage['rules'] = {}
      for (const { at, entry } of decisions) {
        if (entry.decision.by.kind !== 'rule') continue
        const { id } = entry.decision.by
        const known = rules[id]
        rules[id] = { times: (known?.times ?? 0) + 1, lastAt: known?.lastAt ?? at }
      }
      const used = new Map<LeaseId, number>()
      for (const { at, entry } of await newest(journal, 'lease', LATELY, 0))
        if (entry.change === 'used' && !used.has(entry.leaseId)) used.set(entry.leaseId, at)
      return {
        decisions: decisions.length,
        since: decisions.at(-1)?.at ?? null,
        rules,
        leases: Object.fromEntries(
          leases.list().map(({ id, approvalId }) => {
            const given = approvalId === null ? null : approvals.get(ApprovalId.parse(approvalId))
            return [
              id,
              { lastAt: used.get(LeaseId.parse(id)) ?? null, givenOn: given?.answeredOn ?? null },
            ]
          }),
        ),
      }
    },

    schema: configSchema,
  }
}
