// The file of the policy: show it whole, put a change into it, say what that
// frees, write it back.
import type { ManagedPolicy } from '../../../contract/bundle/state.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { Input, Output } from '../../../contract/ipc/ipc.ts'
import type {
  PolicyComparison,
  PolicyEdit,
  PolicyOverview,
} from '../../../contract/policy/policy-file.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { keepBackup } from '../../config/config-before.ts'
import type { CheckedConfigStore } from '../../config/config.ts'
import type { PolicyFacts } from '../../config/facts.ts'
import { relaxesIn, removedStopsIn } from '../../config/relaxation/relaxes.ts'
import { overviewOf } from '../../config/overview.ts'
import { parseOnce } from '../../config/parse.ts'
import type { AppPaths } from '../../config/paths.ts'
import { editPolicy } from '../../config/edit/edit-policy.ts'
import type { Policy } from '../../gate/policy.ts'
import { looserText } from '../../policy/looser-than-held.ts'
import { presetEffects } from '../../policy/preset-effects.ts'
import type { Relaxation } from '../../policy/relaxation.ts'
import type { Runner } from '../../sandbox/runner-powers.ts'

export type PolicyFileDeps = {
  readonly config: CheckedConfigStore
  readonly paths: AppPaths
  readonly policy: () => Policy
  readonly relaxation: Relaxation
  /** What an organisation holds here; null: none does. */
  readonly managed: () => ManagedPolicy | null
  readonly facts: PolicyFacts
  readonly runner: Pick<Runner, 'enforced' | 'ready'>
  readonly sha256: (text: string) => string
  readonly now: () => number
}

export type PolicyFile = {
  overview(): Promise<Result<PolicyOverview, Failure>>
  edit(text: string, edit: PolicyEdit): Result<string, Failure>
  /** What a text makes looser than what is in force. */
  compare(text: string): Result<PolicyComparison, Failure>
  /** One more rule, written as `write` does. */
  addRule(wanted: Input<'policy.add-rule'>): Promise<Result<PolicyOverview, Failure>>
  write(wanted: Input<'policy.write'>): Promise<Result<Output<'policy.write'>, Failure>>
}

export function openPolicyFile(deps: PolicyFileDeps): PolicyFile {
  const { config, paths, policy, relaxation, managed, facts, runner, sha256, now } = deps
  const file = paths.configFile

  const overview = async (): Promise<Result<PolicyOverview, Failure>> => {
    const read = await config.text()
    if (!read.ok) return read
    // Whether a command can be staged hangs on what is seen to hold.
    await runner.ready
    return ok(
      overviewOf({
        file,
        text: read.value,
        textHash: sha256(read.value ?? ''),
        config: config.current(),
        policyHash: policy().hash,
        effects: presetEffects(policy(), runner.enforced().ok),
        builtInStop: paths.stop,
        problems: config.problems(),
        warnings: config.warnings(),
      }),
    )
  }

  const compare = (text: string): Result<PolicyComparison, Failure> => {
    const parsed = parseOnce(text, file, facts)
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
    const relaxations = relaxesIn(config.current(), parsed.value.config)
    return ok({
      relaxes: [...relaxations],
      removedStops: [...removedStopsIn(config.current(), parsed.value.config)],
      requires: relaxation.requires(relaxations),
    })
  }

  const write: PolicyFile['write'] = async ({ text, expectedHash, proof, confirmed }) => {
    const read = await config.text()
    if (!read.ok) return read
    if (sha256(read.value ?? '') !== expectedHash)
      return err(
        failure(
          'config.changed',
          `${file} was changed in the meantime by another program or window.`,
          'Nothing was written. Compare both versions, then save again.',
        ),
      )
    const compared = compare(text)
    if (!compared.ok) return compared
    const parsed = parseOnce(text, file, facts)
    const held = parsed.ok ? looserText(managed(), config.current(), parsed.value.config) : null
    if (held !== null) return err(held)
    const { removedStops, relaxes: relaxations } = compared.value
    if (removedStops.length > 0)
      return err(
        failure(
          'policy.stop-removed',
          `The window cannot remove entries from the STOP list: ${removedStops.join(', ')}.`,
          `Add it again, or remove it from ${file} with a text editor.`,
        ),
      )
    const allowed = await relaxation.by({ proof, confirmed })(relaxations)
    if (!allowed.ok) return allowed
    let backup: string | null = null
    const replaced = await config.replace(read.value, text, async (old) => {
      const stored = await keepBackup(file, old, now())
      if (stored.ok) backup = stored.value
      return stored
    })
    if (!replaced.ok) return replaced
    const after = await overview()
    return after.ok ? ok({ overview: after.value, backup }) : after
  }

  return {
    overview,
    compare,
    edit: (text, edit) => editPolicy(text, file, edit),
    write,

    async addRule({ rule, ...evidence }) {
      const read = await config.text()
      if (!read.ok) return read
      const text = read.value ?? ''
      const edited = editPolicy(text, file, { kind: 'put-rule', rule, replaces: null })
      if (!edited.ok) return edited
      const expectedHash = sha256(text)
      const written = await write({ text: edited.value, expectedHash, ...evidence })
      return written.ok ? ok(written.value.overview) : written
    },
  }
}
