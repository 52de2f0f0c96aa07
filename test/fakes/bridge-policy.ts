// The policy of the fake Gatehouse: a file in memory, read, checked and changed by the very code
// that reads the real one, and the real gate for what a replay says. Only the journal under it is a
// toy.
import { openPastCalls } from '../../main/policy/past-calls.ts'
import type { AppState } from '../../contract/ipc/app-state.ts'
import { Config } from '../../contract/policy/config/config.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Handlers, Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import type { JournalRow } from '../../contract/journal/journal.ts'
import type { PolicyOverview } from '../../contract/policy/policy-file.ts'
import { standardPresets } from '../../contract/policy/preset.ts'
import type { Result } from '../../contract/result.ts'
import type { PolicyFacts } from '../../main/config/facts.ts'
import { relaxesIn, removedStopsIn } from '../../main/config/relaxation/relaxes.ts'
import { configSchema } from '../../main/config/json-schemas.ts'
import { overviewOf } from '../../main/config/overview.ts'
import { parseFile } from '../../main/config/parse.ts'
import { editPolicy } from '../../main/config/edit/edit-policy.ts'
import { isGuarded } from '../../main/gate/touch-facts.ts'
import { matchName } from '../../main/gate/path-glob.ts'
import { makePolicy } from '../../main/gate/policy.ts'
import { plainPolicy } from '../gate/plain-policy.ts'
import type { Policy } from '../../main/gate/policy.ts'
import { presetEffects } from '../../main/policy/preset-effects.ts'
import { simulate } from '../../main/gate/simulate.ts'
import type { HistoricDecision } from '../../main/gate/simulate.ts'
import { appAtStart, hash, policyHash, tools, workspace } from './bridge-data.ts'
import type { FakeJournal } from './bridge-journal.ts'

const fine = <T>(value: T): Result<T, never> => ({ ok: true, value })
const fault = (code: string, text: string, hint = ''): Result<never, Failure> => ({
  ok: false,
  error: { code, text, hint },
})

/** Which file there is at first. */
export type FirstFile = 'none' | 'plain' | 'rich' | 'broken'

type Topic = Exclude<Extract<IpcChannel, `policy.${string}`>, 'policy.explain'>

export const richFile = `# Settings of Gatehouse.
preset: ask

allowlist:
  hosts:
    - docs.example.org # the manual
    - host: api.example.org
      methods: [GET, POST]
      maxBytes: 65536

rules:
  # History on the server is shared by all of us.
  - id: no-force-push
    when: { commands: [git push --force, git push -f] }
    effect: deny
    reason: History on the server is shared.
  - id: ask-before-deploying
    when: { tools: [exec], commands: [npm run deploy], hours: { from: "18:00", to: "08:00" } }
    effect: confirm
    reason: Nobody is there to mend it at night.
  - id: tests-are-free
    when: { tools: [write_file, edit_file], paths: [test/**] }
    effect: allow
    reason: Tests may be written freely.
  - id: nothing-for-strangers
    when: { principals: [mcp-client], agents: [visitor-*], tiers: [R2, R3] }
    effect: deny
    reason: Visitors look, and no more.
    expires: 2027-06-30T18:00:00+02:00

stop: [~/accounts/**]

gateway:
  clients:
    editor: { preset: read-only }
    builder: { perMinute: 30 }
`

const firsts: Readonly<Record<FirstFile, string | null>> = {
  none: null,
  plain: 'preset: ask\n',
  rich: richFile,
  broken: richFile.replace('effect: deny', 'effect: refuse'),
}
const builtIn = [
  '/home/ada/.local/share/gatehouse',
  '/home/ada/.config/gatehouse',
  '/home/ada/.ssh',
  '/home/ada/.aws',
  '/home/ada/.gnupg',
  '/home/ada/.mozilla',
]

const facts: PolicyFacts = {
  tools: tools.map(({ manifest }) => manifest),
  redactionRules: ['jwt'],
  matchName,
  namesGuarded: isGuarded,
  isPublicSuffix: (host) => ['com', 'org', 'co.uk'].includes(host),
  isPublicName: (host) => host.includes('.'),
  now: () => Date.now(),
}

export function fakePolicy(
  journal: FakeJournal,
  app: () => AppState,
  {
    secured = false,
    policy: kind = 'plain',
  }: { readonly secured?: boolean; readonly policy?: FirstFile },
  changed: (change: Pick<AppState, 'policyHash'>) => unknown,
): Pick<Handlers, Topic> {
  const { file } = appAtStart.config
  let text = firsts[kind]
  const read = (given: string) => parseFile(given, file, facts)
  const first = read(kind === 'broken' ? richFile : (text ?? ''))
  let config = first.ok ? first.value.config : Config.parse({})
  const current = (): Config => ({
    ...config,
    preset: app().preset === 'ask' ? config.preset : app().preset,
  })

  const policyUnder = (tried: Config): Policy => {
    const roots = { workspace, home: '/home/ada', foldsCase: false }
    const { rules, stop, allowlist, limits } = tried
    return makePolicy(
      {
        ...plainPolicy(roots),
        preset:
          tried.presets[tried.preset] ?? standardPresets[tried.preset] ?? plainPolicy(roots).preset,
        rules,
        ownStop: stop,
        hosts: allowlist.hosts,
        limits,
        tools: tried.tools,
      },
      hash,
    )
  }

  const overview = (): PolicyOverview => {
    const parsed = read(text ?? '')
    return overviewOf({
      file,
      text,
      textHash: hash(`text ${text ?? ''}`),
      config: current(),
      policyHash,
      effects: presetEffects(policyUnder(current()), app().sandbox.state === 'enforced'),
      builtInStop: builtIn,

      problems: parsed.ok ? [] : parsed.error,
      warnings: parsed.ok ? parsed.value.warnings : [],
    })
  }
  const report = (of: Config, given: string) => {
    const parsed = read(given)
    return {
      hash: policyHash,
      preset: of.preset,
      presets: { ...standardPresets, ...of.presets },
      rules: of.rules,

      problems: parsed.ok ? [] : [...parsed.error],
      warnings: parsed.ok ? [...parsed.value.warnings] : [],
    }
  }
  const compared = (given: string) => {
    const parsed = read(given)
    if (!parsed.ok)
      return fault(
        'config.invalid',
        `Line ${parsed.error[0]?.line}: ${parsed.error[0]?.text}`,
        parsed.error[0]?.hint,
      )
    const relaxes = [...relaxesIn(current(), parsed.value.config)]
    const requires =
      relaxes.length === 0
        ? ('nothing' as const)
        : secured
          ? ('proof' as const)
          : ('confirmation' as const)
    return fine({
      relaxes,
      removedStops: [...removedStopsIn(current(), parsed.value.config)],
      requires,
    })
  }
  const decisions = (): readonly JournalRow[] =>
    journal.rows().filter(({ entry }) => entry.kind === 'decision')

  const replay = (given: string, before: number, limit: number) => {
    const parsed = read(given)
    if (!parsed.ok)
      return fault('config.malformed', `${file}:${parsed.error[0]?.line}: ${parsed.error[0]?.text}`)
    const { config: tried } = parsed.value
    const policy = policyUnder(tried)
    const rows = decisions()
      .filter(({ seq }) => seq < before)
      .slice(-limit)
    const history = rows.flatMap(({ seq, at, entry }): HistoricDecision[] =>
      entry.kind === 'decision'
        ? [
            {
              seq,
              at,
              entry,
              answer: entry.decision.effect === 'confirm' ? 'once' : null,
              edited: false,
            },
          ]
        : [],
    )
    const simulation = simulate(history, policy, {
      manifest: (name) => tools.find((tool) => tool.name === name)?.manifest ?? null,
      evaluationTime: (epochMs) => ({ epochMs, weekday: 'mon', minute: 600 }),
      sandboxed: true,
      prior: openPastCalls,
      resolveAgain: (touch) => touch,
    })
    return fine({ simulation, next: rows.length < limit ? null : (rows[0]?.seq ?? null) })
  }

  const write = ({
    text: given,
    expectedHash,
    proof,
    confirmed,
  }: Input<'policy.write'>): Result<Output<'policy.write'>, Failure> => {
    if (expectedHash !== overview().textHash)
      return fault(
        'config.changed',
        `${file} was changed in the meantime by another program or window.`,
        'Nothing was written. Compare both versions, then save again.',
      )
    const comparison = compared(given)
    if (!comparison.ok) return comparison
    const { requires, removedStops, relaxes } = comparison.value
    if (removedStops.length > 0)
      return fault(
        'policy.stop-removed',
        `The window cannot remove entries from the STOP list: ${removedStops.join(', ')}.`,
        `Add it again, or remove it from ${file} with a text editor.`,
      )
    if (requires === 'confirmation' && !confirmed)
      return fault(
        'policy.unconfirmed',
        ['This loosens the policy:', ...relaxes].join('\n'),
        'Confirm it a second time.',
      )
    if (requires === 'proof' && proof === undefined)
      return fault(
        'approval.step-up',
        'Making the policy freer needs the Gatehouse passphrase or a one-time code.',
      )
    if (
      requires === 'proof' &&
      proof?.kind === 'passphrase' &&
      proof.passphrase !== 'correct horse'
    )
      return fault('step-up.wrong', 'The passphrase is wrong.')
    const parsed = read(given)
    if (parsed.ok) config = parsed.value.config
    const backup =
      text === null
        ? null
        : '/home/ada/.config/gatehouse/config-before/config-2026-11-22T09-30-00.000Z.yaml'
    text = given
    changed({ policyHash: hash(`policy ${given}`) as AppState['policyHash'] })
    return fine({ overview: overview(), backup })
  }

  return {
    'policy.hash': async () => fault('ipc.surface', 'Only commands ask this.'),
    'policy.report': async () =>
      fine({ ...report(current(), text ?? ''), problems: [], warnings: [] }),
    'policy.check': async ({ text: given }) => {
      const parsed = read(given)
      return fine(report(parsed.ok ? parsed.value.config : current(), given))
    },
    'policy.simulate': async ({ text: given, limit }) => {
      const piece = replay(given, Number.MAX_SAFE_INTEGER, limit)
      return piece.ok ? fine(piece.value.simulation) : piece
    },
    'policy.simulate-page': async ({ text: given, before, limit }) => {
      // A long journal takes its time, so that progress can be seen.
      await new Promise((resolve) => setTimeout(resolve, 60))
      return replay(given, before ?? Number.MAX_SAFE_INTEGER, limit)
    },
    'policy.overview': async () => fine(overview()),
    'policy.edit': async ({ text: given, edit }) => {
      const edited = editPolicy(given, file, edit)
      return edited.ok ? fine({ text: edited.value }) : edited
    },
    'policy.compare': async ({ text: given }) => compared(given),
    'policy.write': async (wanted) => write(wanted),
    'policy.import': async () => fault('ipc.forbidden', 'Files are imported on the command line.'),
    'policy.add-rule': async ({ rule, ...evidence }) => {
      const edit = { kind: 'put-rule', rule, replaces: null } as const
      const edited = editPolicy(text ?? '', file, edit)
      if (!edited.ok) return edited
      const expectedHash = overview().textHash
      const written = write({ text: edited.value, expectedHash, ...evidence })
      return written.ok ? fine(written.value.overview) : written
    },
    'policy.usage': async () => {
      const rows = decisions()
      const at = rows.at(-1)?.at ?? 0
      return fine({
        decisions: rows.length,
        since: rows[0]?.at ?? null,
        rules:
          rows.length === 0
            ? {}
            : {
                'no-force-push': { times: 3, lastAt: at - 7_200_000 },
                'tests-are-free': { times: 41, lastAt: at - 60_000 },
              },
        leases: { lease_00000001: { lastAt: at - 300_000, givenOn: 'browser' as const } },
      })
    },
    'policy.schema': async () => fine(configSchema()),
  }
}
