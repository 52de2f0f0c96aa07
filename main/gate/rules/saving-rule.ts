// Pure. The rules that could have answered a question that a person approved, narrowest first: only
// for what stays in the workspace. There is none for anything that goes out, for secrets, for places
// outside, for protected files, for many deletions, or for R4.
import type { Approval } from '../../../contract/approval/approval.ts'
import type { LeasePatterns } from '../../../contract/approval/lease.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { assertNever } from '../../../contract/never.ts'
import { NameGlob } from '../../../contract/policy/rule.ts'
import type { RuleWhen } from '../../../contract/policy/rule.ts'
import { onlyReads } from '../command-risk.ts'
import { capabilityOf } from '../phase.ts'
import { writesGuarded } from '../touch-facts.ts'

export type ApprovedCall = Pick<
  Approval,
  'tool' | 'action' | 'decision' | 'principal' | 'proposals' | 'staged'
>

export type SavingFacts = {
  /** Real path of the workspace. */
  readonly workspace: string
  /** The tool is run by Gatehouse, and commands in a sandbox that holds, with the network closed. */
  readonly contained: boolean
}

export type SavingScope = { readonly when: RuleWhen; readonly text: string }

/** What may raise a call that a rule is proposed for: who asks, and a program that is not known. */
const harmlessRaisers: ReadonlySet<string> = new Set([
  'tier.base',
  'principal.delegated',
  'command.unlisted',
  'command.form',
])

export function savingScopes(call: ApprovedCall, facts: SavingFacts): readonly SavingScope[] {
  const { tool, action, decision, principal, proposals } = call
  const { kind, name } = principal
  // There is one person and one command line; of everybody else the name belongs into the rule.
  const named = kind !== 'person' && kind !== 'cli'
  const nameable = NameGlob.safeParse(name).success && !name.includes('*')
  if (!staysInside(call, facts) || (named && !nameable)) return []
  const whose: RuleWhen = {
    ...(call.staged === null ? {} : { ids: [capabilityOf.commit] }),
    tools: [tool],
    ...(action === null ? {} : { actions: [action] }),
    principals: [kind],
    ...(named ? { agents: [name] } : {}),
  }
  const everything = `${facts.workspace}/**`
  return proposals.flatMap(({ patterns, exact }): SavingScope[] => {
    const paths = exact === true ? filesOf(decision.touches) : patterns.paths
    const commands = commandsOf(patterns)
    if (limitsElse(patterns) || paths.length > 0 === commands.length > 0) return []
    if (paths.length > 0)
      return paths.includes(everything)
        ? []
        : [
            {
              when: { ...whose, paths: [...paths] },
              text: `${call.staged === null ? `Allow ${tool} for` : 'Keep what commands change in'} ${listed(paths.map(from(facts.workspace)))}, for ${name}`,
            },
          ]
    const folders = decision.touches.flatMap((touch) =>
      touch.kind === 'proc.run' ? [touch.cwd] : [],
    )
    return [
      {
        when: { ...whose, commands: [...commands], paths: [...new Set(folders)] },
        text: `Allow ${listed(commands.map((command) => `“${command}”`))}, for ${name}`,
      },
    ]
  })
}

/** As patterns that mean just these; none where one of them cannot be written so. */
const filesOf = (touches: readonly CanonicalTouch[]): readonly string[] => {
  const paths = touches.map((touch) =>
    touch.kind === 'fs.read' || touch.kind === 'fs.write' ? touch.path : '*',
  )
  return paths.length > MOST_FILES || paths.some((path) => /[*?]/.test(path)) ? [] : paths
}

/** What a rule may list. */
const MOST_FILES = 64

/** A word that a rule's text holds as it is. */
const PLAIN = /^[\w@%+=:,./-]+$/

/** Programs with their first words; none where a part is to be just itself, which no rule can say. */
const commandsOf = ({ commands, parts = [] }: LeasePatterns): readonly string[] =>
  parts.every(({ words, more }) => more && words.every((word) => PLAIN.test(word)))
    ? [...commands, ...parts.map(({ words }) => words.join(' '))]
    : []

/** Limits that a rule has no words for, or that speak of hosts and of private data. */
const limitsElse = ({ hosts, methods, calls = [], args = {}, taint = [] }: LeasePatterns) =>
  hosts.length + methods.length + calls.length + taint.length + Object.keys(args).length > 0

function staysInside({ decision }: ApprovedCall, { contained }: SavingFacts): boolean {
  const { tier, stepUp, by, reasons, touches } = decision
  return (
    tier !== 'R4' &&
    !stepUp &&
    // What a rule, a setting or the flow of private data held, a person wants to see.
    (by.kind === 'tier' || by.kind === 'tool') &&
    reasons.every(({ code }) => harmlessRaisers.has(code)) &&
    touches.length > 0 &&
    touches.every((touch) => isInside(touch, contained))
  )
}

function isInside(touch: CanonicalTouch, contained: boolean): boolean {
  switch (touch.kind) {
    case 'fs.read':
    case 'fs.write':
      return touch.zone === 'workspace' && !writesGuarded(touch)
    case 'proc.run':
      return touch.zone === 'workspace' && (contained || onlyReads(touch.parts))
    case 'net.fetch':
    case 'net.connect':
    case 'memory':
    case 'schedule':
    case 'subagent':
    case 'record':
    case 'event':
    case 'notification':
    case 'result':
    case 'secrets.get':
    case 'mcp.call':
    case 'plugin.run':
      return false
    default:
      return assertNever(touch, 'isInside')
  }
}

const MOST_NAMED = 3

const listed = (names: readonly string[]): string =>
  names.length <= MOST_NAMED
    ? names.join(', ')
    : `${names.slice(0, MOST_NAMED).join(', ')} and ${names.length - MOST_NAMED} more`

const from =
  (workspace: string) =>
  (glob: string): string =>
    (glob.startsWith(`${workspace}/`) ? glob.slice(workspace.length + 1) : glob).replace(
      /\*\*$/,
      '',
    )
