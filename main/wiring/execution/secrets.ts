// The credential store and the redactor, joined to what they hang on: the passphrase of
// Gatehouse, the keychain of the desktop, the model's key, the environment.
import { join } from 'node:path'
import type { CallResult, CallState } from '../../../contract/call/call.ts'
import type { Config } from '../../../contract/policy/config/config.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { StepUp } from '../../approvals/step-up.ts'
import type { IpcRouter } from '../../ipc/serve.ts'
import { isListed } from '../../egress/allowlist.ts'
import { openCredentials } from '../../secrets/credentials.ts'
import type { Credentials } from '../../secrets/credential-store.ts'
import { namesStored } from '../../secrets/names-stored.ts'
import type { LongTexts } from '../../secrets/long-text/thread.ts'
import { environmentSecrets } from '../../secrets/redact/environment.ts'
import { openRedactor, type Redactor } from '../../secrets/redact/redactor.ts'
import { shownApproval } from '../../secrets/redact/shown-approval.ts'
import type { SystemStore } from '../../secrets/system-store.ts'
import { vaultFile } from '../../secrets/vault-file.ts'

export type SecretsDeps = {
  readonly home: string
  readonly system: SystemStore | null
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stepUp: Pick<StepUp, 'prove' | 'state'>
  readonly now: () => number
  readonly changed: () => void
}

export function wireCredentials({
  home,
  system,
  env,
  stepUp,
  now,
  changed,
}: SecretsDeps): Credentials {
  const fromEnvironment = (): string | null => env['GATEHOUSE_PASSPHRASE'] || null
  return openCredentials({
    file: vaultFile(join(home, 'secrets.json')),
    system,
    fromEnvironment,
    async confirm(passphrase): Promise<Result<null, Failure>> {
      if (stepUp.state().passphrase) {
        const proven = await stepUp.prove({ kind: 'passphrase', passphrase })
        return proven.ok ? ok(null) : proven
      }
      // Automation: the one who starts Gatehouse may say with what the store opens.
      return passphrase === fromEnvironment() && passphrase.length >= 8
        ? ok(null)
        : err(noPassphrase)
    },
    // Over which scheme a credential may go is a rule of its own.
    listed: (to, hosts) => isListed(to, hosts, 'any'),
    now,
    changed,
  })
}

const noPassphrase = failure(
  'step-up.unset',
  'Gatehouse has no passphrase yet, and the credential store requires one.',
  'Set one first: gatehouse step-up passphrase, or in Settings.',
)

export type RedactionDeps = {
  readonly longTexts: Pick<LongTexts, 'redact'>
  readonly credentials: Credentials
  readonly modelKey: () => string | null
  readonly config: () => Config
  readonly env: Readonly<Record<string, string | undefined>>
}

export function wireRedactor({
  longTexts,
  credentials,
  modelKey,
  config,
  env,
}: RedactionDeps): Redactor {
  const given = environmentSecrets(env)
  return openRedactor({
    known: () => [...given, ...credentials.values(), ...[modelKey()].filter((key) => key !== null)],
    exceptions: () => config().redaction.exceptions,
    elsewhere: longTexts.redact,
    isName: namesStored(credentials),
  })
}

/** What we made up ourselves holds no secret. */
const ownOfCall: ReadonlySet<string> = new Set(['callId', 'resultHash'])
/** The arguments of a decision have been through the redactor, which takes more care. */
const ownOfDecision: ReadonlySet<string> = new Set(['args', 'callId', 'requestHash', 'promptHash'])

/**
 * Facts about a call repeat its arguments: the line of a command, the address of a request. Inside
 * main they stay exact, for they are compared; what is shown, journalled or handed out has no
 * secrets in it.
 */
export const shownFacts = (redactor: Redactor) => {
  const result = (given: CallResult): CallResult => ({
    ...given,
    ...redactor.facts({ decision: given.decision, error: given.error }),
    // What a tool gave has been through the redactor already; the words of a refusal may repeat the
    // arguments.
    text:
      given.status === 'denied' || given.status === 'cancelled'
        ? redactor.facts(given.text)
        : given.text,
  })
  return {
    result,
    approval: shownApproval(redactor),
    state: (given: CallState): CallState => {
      if (given.kind === 'ended') return { ...given, result: result(given.result) }
      return 'decision' in given ? { ...given, decision: redactor.facts(given.decision) } : given
    },
    entry: (given: JournalEntry): JournalEntry => {
      if (given.kind === 'decision') return redactor.factsBeside(ownOfDecision, given, given.tool)
      return 'callId' in given ? redactor.factsBeside(ownOfCall, given) : redactor.facts(given)
    },
    /** What goes wrong is said in words that may repeat what was given. */
    router:
      (router: IpcRouter): IpcRouter =>
      async (...call) => {
        const answer = await router(...call)
        return answer.ok ? answer : redactor.facts(answer)
      },
  }
}

/** For what Gatehouse writes to its log: no secret in a stack or a message. */
export const shownFault = (redactor: Redactor, fault: unknown): string =>
  redactor.facts(fault instanceof Error ? faultText(fault) : String(fault))

const faultText = (fault: Error): string =>
  (fault.stack ?? fault.message) +
  (fault.cause instanceof Error ? `\ncaused by ${faultText(fault.cause)}` : '')
