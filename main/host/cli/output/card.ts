// A held call as a terminal shows it: everything a person has to know before saying yes, nothing
// cut off or hidden.
import { subagentWords } from '../../../../contract/approval/subagent-words.ts'
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { CommandPart } from '../../../../contract/call/command.ts'
import { assertNever } from '../../../../contract/never.ts'
import type { ArgumentOrigin, Source } from '../../../../contract/call/origin.ts'
import type { CanonicalTouch, FileContent, ServerPath } from '../../../../contract/call/touch.ts'
import { diffLines } from './diff-lines.ts'
import { reviewLines } from './review-lines.ts'
import { rehearsalLines } from './rehearsal-lines.ts'
import { clock, paint, visible, visibleLines } from './show.ts'
import type { Paint } from './show.ts'
import { eventTarget } from '../../../../contract/inbound/event.ts'
import { recordTarget } from '../../../../contract/record/record-text.ts'

export function card(approval: Approval, color: boolean): string {
  const tones = paint(color)
  const { bold, dim, yellow } = tones
  const { decision, principal, taint } = approval
  const { tier, baseTier, touches } = decision
  const lines = [
    `${bold(visible(approval.title))}  ${visible(approval.tool)}${approval.action === null ? '' : `, ${visible(approval.action)}`}  ${yellow(tier)}${tier === baseTier ? '' : ` (the tool itself: ${baseTier})`}`,
    `requested by ${visible(principal.name)} (${principal.kind}${forWhom(principal)}, ${approval.channel}), ${clock(approval.createdAt)}, expires ${clock(approval.expiresAt)}  ${dim(approval.id)}`,
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
        `${before === null ? 'new file' : 'changes'} ${visible(path)}`,
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
      `From ${visible(from.person)}’s ${visible(from.machine)}: you are asked as the second person. It runs there, and only if you approve it.`,
    ]
  if (state !== 'pending' || decision.approvers !== 2) return []
  return second === undefined
    ? ['After you, a second person must approve this on their own machine.']
    : [waitsText(second), ...(second.trouble === null ? [] : [visible(second.trouble)])]
}

/** The first person has approved. */
export const waitsText = ({ asked }: NonNullable<Approval['second']>): string =>
  `You approved this. It waits for a second person: ${asked.map(({ person, machine }) => `${visible(person)} (${visible(machine)})`).join(', ')}.`

const stagedLines = (
  { id, state }: Approval,
  { conflicts }: NonNullable<Approval['staged']>,
): string[] => [
  'It has run in a copy of the workspace. Approving writes these changes; nothing runs again.',
  ...(conflicts.length === 0
    ? []
    : [
        'Changed in the workspace since, so these changes can no longer be written:',
        ...conflicts.map((path) => `  ${visible(path)}`),
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
      ...(part.via.length === 0 ? [] : [`through ${part.via.map(visible).join(', ')}`]),
      ...(part.opaque ? ['depends on run time'] : []),
    ]
    return `${visible(part.text)}  [${effects.join(', ')}]${notes.length === 0 ? '' : `  ${notes.join('; ')}`}`
  })

const sourceText = ({ tool, from, callId }: Source): string =>
  `${visible(tool)} from ${visible(from)} (${callId})`

function originText({ pointer, origin, part, content }: ArgumentOrigin): string {
  const what = `${visible(pointer === '' ? '(all)' : pointer)}${part === undefined ? '' : `, the part "${visible(part)}"`}${content === true ? ', content' : ''}`
  switch (origin.kind) {
    case 'person':
      return `${what}: typed by you`
    case 'model':
      return `${what}: written by the model`
    case 'tool':
      return `${what}: ${origin.source.label}, ${sourceText(origin.source)}`
    default:
      return assertNever(origin, 'originText')
  }
}

/** Texts of several lines are shown as lines: escapes in one long line hide what matters. */
const argumentLines = (args: Approval['args']): string[] =>
  Object.entries(args).flatMap(([name, value]) =>
    typeof value === 'string' && value.includes('\n')
      ? [
          `${visible(name)}:`,
          ...visibleLines(value)
            .split('\n')
            .map((line) => `  | ${line}`),
        ]
      : [`${visible(name)}: ${visible(typeof value === 'string' ? value : JSON.stringify(value))}`],
  )

/** What a sub-agent is called by the one that started it, and who that is. */
const forWhom = (principal: Approval['principal']): string =>
  principal.kind === 'subagent'
    ? ` “${visible(principal.label ?? principal.name)}” for ${visible(principal.parent)}`
    : ''

export function touchText(touch: CanonicalTouch): string {
  switch (touch.kind) {
    case 'fs.read':
      return `read ${visible(touch.path)} (${touch.zone}, ${touch.is})${contentText(touch.content)}`
    case 'fs.write':
      return `write ${visible(touch.path)} (${touch.zone}, ${touch.is})${bytesText(touch.bytes)}`
    case 'net.fetch':
      return `${touch.method} ${visible(touch.url)} (${touch.reach}${touch.listed ? ', on the allowlist' : ''})${bytesText(touch.bytes)}`
    case 'proc.run':
      return `run ${visible(touch.command)} in ${visible(touch.cwd)} (${touch.zone})`
    case 'net.connect':
      return `connect to ${visible(touch.host)}:${touch.port} (${touch.reach}${touch.listed ? ', on the allowlist' : ''})`
    case 'memory':
      return `${touch.access} memory`
    case 'schedule':
      return touch.job === null
        ? `${touch.access} scheduled jobs`
        : `${touch.access} the job ${visible(touch.job.name)}: ${visible(touch.job.sentence)}`
    case 'subagent':
      return visible(subagentWords(touch))
    case 'record':
      return `${touch.access} ${visible(recordTarget(touch))}`
    case 'event':
      return `${touch.access} ${visible(eventTarget(touch))}`
    case 'notification':
      return 'show a notification'
    case 'result':
      return `read the result of ${visible(touch.call)} again`
    case 'secrets.get':
      return `use the credential ${visible(touch.name)}`
    case 'mcp.call':
      return `${touch.what === undefined ? 'call' : touch.what === 'resource' ? 'read the resource' : 'get the prompt'} ${visible(touch.tool)} of the server ${visible(touch.server)} (trust: ${touch.trust})${(touch.paths ?? []).map(pathText).join('')}`
    case 'plugin.run':
      return `run the ${touch.origin} plugin ${visible(touch.plugin)} (${touch.runs === 'wasi' ? 'a WASI module' : 'a program'}, ${touch.digest.slice(0, 12)})`
    default:
      return assertNever(touch, 'touchText')
  }
}

/** Of a file that is handed on: what is in it. */
const contentText = (content: FileContent | undefined): string =>
  content === undefined
    ? ''
    : `, and sends its ${content.bytes} bytes with the SHA-256 ${content.sha256}${secretsText(content)}`

/** What was found in it, or that nobody looked. */
const secretsText = ({ secrets }: FileContent): string =>
  secrets === undefined || secrets?.length === 0
    ? ''
    : secrets === null
      ? '; it was not looked through for secrets'
      : `; SECRETS WERE FOUND IN IT: ${secrets.map(visible).join(', ')}`

const pathText = ({ argument, path, granted }: ServerPath): string =>
  `, ${visible(argument.slice(1))}: ${visible(path)} (${grantWords[granted]})`

const grantWords: Readonly<Record<ServerPath['granted'], string>> = {
  write: 'granted to read and write',
  read: 'granted to read',
  own: 'its own private folder',
  none: 'not granted',
}

const bytesText = (bytes: number | undefined): string =>
  bytes === undefined ? '' : `, ${bytes} bytes`
