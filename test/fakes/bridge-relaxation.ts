// Makes the fake bridge ask for what the real one asks for before anything is loosened. Which that
// is says the real comparison.
import { Config } from '../../contract/policy/config/config.ts'
import { UNCONFIRMED, UNPROVEN } from '../../contract/approval/evidence.ts'
import type { Evidence } from '../../contract/approval/evidence.ts'
import type { Failure } from '../../contract/failure.ts'
import { relaxesIn } from '../../main/config/relaxation/relaxes.ts'

type Part = { readonly [K in keyof Config]?: unknown }

/** Null: it may be done. The passphrase is "correct horse". */
export function asksFirst(
  from: Part,
  to: Part,
  { proof, confirmed }: Evidence,
  secured: boolean,
): Failure | null {
  const relaxations = relaxesIn(Config.parse(from), Config.parse(to))
  return relaxations.length === 0 ? null : asks(relaxations, { proof, confirmed }, secured)
}

export function asks(
  relaxations: readonly string[],
  { proof, confirmed }: Evidence,
  secured: boolean,
): Failure | null {
  if (secured && proof === undefined)
    return {
      code: UNPROVEN,
      text: [
        'This loosens the policy and requires the Gatehouse passphrase or a one-time code:',
        ...relaxations,
      ].join('\n'),
    }
  if (secured && proof?.kind === 'passphrase' && proof.passphrase !== 'correct horse')
    return { code: 'step-up.wrong', text: 'The passphrase is wrong.' }
  return secured || confirmed === true
    ? null
    : {
        code: UNCONFIRMED,
        text: ['This loosens the policy:', ...relaxations].join('\n'),
        hint: 'Confirm it a second time.',
      }
}
