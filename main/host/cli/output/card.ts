// A held call as a terminal shows it: everything a person has to know before saying yes, nothing
// cut off or hidden.
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { CommandPart } from '../../../../contract/call/command.ts'
import { diffLines } from './diff-lines.ts'
import { reviewLines } from './review-lines.ts'
import { rehearsalLines } from './rehearsal-lines.ts'
import { clock, exact, exactLines, paint, visible } from './show.ts'
import { touchText } from './touch-text.ts'
import type { Paint } from './show.ts'
import { originText, sourceText } from './origin-text.ts'

export function card(approval: Approval, color: boolean): string {
  const tones = paint(color)
  const { bold, dim, yellow } = tones
  const { decision, principal, taint } = approval
  const { tier, baseTier, touches } = decision
  const lines = [
    `${bold(exact(approval.title))}  ${exact(approval.tool)}${approval.action === null ? '' : `, ${exact(approval.action)}`}  ${yellow(tier)}${tier === baseTier ? '' : ` (the tool itself: ${baseTier})`}`,
    `requested by ${exact(principal.name)} (${principal.kind}${forWhom(principal)}, ${approval.channel}), ${clock(approval.createdAt)}, expires ${clock(approval.expiresAt)}  ${dim(approval.id)}`,
    ...(approval.untried === null ? [] : [yellow(visible(approval.untried))]),
    ...(approval.again === null ? [] : [yellow(`Held again. ${visible(approval.again)}`)]),
    ...secondLines(approval).map(yellow),
    ...(decision.stepUp && approval.second === undefined
      ? [yellow('Approving this requires the Gatehouse passphrase or a one-time code.')]
      : []),
    '',
    ...(approval.review === null
      ? []
      : ['The call has run. Approving passes its result on to the agent; denying withholds it.']),
    ...reviewLines(approval, tones).flatMap(([title, shown]) => section(title, shown)),
    ...decision.reasons.map(({ code, text }) => `  - ${visible(text)}  ${dim(visible(code))}`),
    ...section(
      'undo',
      approval.undo === null
        ? []
        : [
            approval.undo.kind !== 'files'
              ? yellow(visible(approval.undo.text))
              : visible(approval.undo.text),
          ],
    ),
    ...section('would touch', touches.map(touchText)),
    ...section(
      'parts of the command',
      touches.flatMap((touch) =>
        touch.kind === 'proc.run' ? partLines(touch.parts ?? [], tones) : [],
      ),
    ),
    ...section('arguments', argumentLines(approval.args)),
    ...section('instead of', approval.edited === null ? [] : argumentLines(approval.edited)),
    ...section('where it comes from', approval.origins.map(originText)),
    ...section('this session has read', [
      ...taint.privateRead.map((source) => `private: ${sourceText(source)}`),
      ...taint.untrustedRead.map((source) => `untrusted: ${sourceText(source)}`),
    ]),
    ...approval.previews.flatMap(({ path, before, after }) =>
      section(
        `${before === null ? 'new file' : 'changes'} ${exact(path)}`,
        diffLines(before, after, tones),
      ),
    ),
    ...section('staged', approval.staged === null ? [] : stagedLines(approval, approval.staged)),
    ...(approval.rehearsal === null ? [] : rehearsalLines(approval.rehearsal, tones)).flatMap(
      ([title, shown]) => section(title, shown),
    ),
  ]
  return `${lines.join('\n')}\n`
}

/** Who else has to approve it, or who asks for it from another machine. */
function secondLines({ from, second, decision, state }: Approval): string[] {
  if (from !== undefined)
    return [
      `From ${exact(from.person)}’s ${exact(from.machine)}: you are asked as the second person. It runs there, and only if you approve it.`,
    ]
  if (state !== 'pending' || decision.approvers !== 2) return []
  return second === undefined
    ? ['After you, a second person must approve this on their own machine.']
    : [waitsText(second), ...(second.trouble === null ? [] : [visible(second.trouble)])]
}

/** The first person has approved. */
export const waitsText = ({ asked }: NonNullable<Approval['second']>): string =>
  `You approved this. It waits for a second person: ${asked.map(({ person, machine }) => `${exact(person)} (${exact(machine)})`).join(', ')}.`

const stagedLines = (
  { id, state }: Approval,
  { conflicts }: NonNullable<Approval['staged']>,
): string[] => [
  'It has run in a copy of the workspace. Approving writes these changes; nothing runs again.',
  ...(conflicts.length === 0
    ? []
    : [
        'Changed in the workspace since, so these changes can no longer be written:',
        ...conflicts.map((path) => `  ${exact(path)}`),
        ...(state === 'pending'
          ? [`To run it again on what is there now: gatehouse approvals run-again ${id}`]
          : []),
      ]),
]

export const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)]

/** Each part of the line with what it does, in words; the colour only repeats them. */
export const partLines = (parts: readonly CommandPart[], { red, yellow, green }: Paint): string[] =>
  parts.map((part) => {
    const effects = part.effects.map((effect) => {
      if (effect === 'read-only') return green(effect)
      return effect === 'writes-inside' ? yellow(effect) : red(effect)
    })
    const notes = [
      ...(part.via.length === 0 ? [] : [`through ${part.via.map(exact).join(', ')}`]),
      ...(part.opaque ? ['depends on run time'] : []),
    ]
    return `${exact(part.text)}  [${effects.join(', ')}]${notes.length === 0 ? '' : `  ${notes.join('; ')}`}`
  })

/** Texts of several lines are shown as lines: escapes in one long line hide what matters. */
const argumentLines = (args: Approval['args']): string[] =>
  Object.entries(args).flatMap(([name, value]) =>
    typeof value === 'string' && value.includes('\n')
      ? [
          `${exact(name)}:`,
          ...exactLines(value)
            .split('\n')
            .map((line) => `  | ${line}`),
        ]
      : [`${exact(name)}: ${exact(typeof value === 'string' ? value : JSON.stringify(value))}`],
  )

/** What a sub-agent is called by the one that started it, and who that is. */
const forWhom = (principal: Approval['principal']): string =>
  principal.kind === 'subagent'
    ? ` “${exact(principal.label ?? principal.name)}” for ${exact(principal.parent)}`
    : ''
