// `gatehouse undo CALL`: what a call changed, put back. A person's act: it asks for what an
// approval asks for.
import { counted } from '../../../../contract/counted.ts'
import { failure } from '../../../../contract/failure.ts'
import { CallId } from '../../../../contract/ids.ts'
import type { UndoChange, UndoForce, UndoPreview } from '../../../../contract/call/undo-preview.ts'
import { section } from '../output/card.ts'
import { diffLines } from '../output/diff-lines.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { broughtProof, noTerminal, wayToProve, withProof } from '../session/proof.ts'
import type { Session } from '../session/session.ts'
import { clock, paint, visible } from '../output/show.ts'
import { withQueries, withSession } from '../session/with-session.ts'

export const undo: Command = {
  name: 'undo',
  operands: ['CALL'],
  options: ['preview', 'force', 'totp'],
  usage: '[--preview] [--force all | --force PATH,…] [--totp CODE]',
  summary:
    "Undo a call's file changes; --preview only shows them, --force also restores files that changed since. Requires the same confirmation as an approval",
  run(call) {
    const { context, json, options } = call
    const id = CallId.safeParse(call.operands[0])
    if (!id.success) {
      const wrong = failure(
        'usage',
        `"${call.operands[0]}" is not the id of a call.`,
        'Ids begin with call_. To find them: gatehouse audit tail',
      )
      return Promise.resolve(complain(context, wrong, json))
    }
    if (options.has('preview')) {
      const other = (['force', 'totp'] as const).find((name) => options.has(name))
      return other === undefined
        ? withQueries(call, (session) => show(call, session, id.data))
        : Promise.resolve(complain(context, onlyShows(other), json))
    }
    const brought = broughtProof(call)
    if (!brought.ok) return Promise.resolve(complain(context, brought.error, json))
    if (!context.terminal && brought.value === null)
      return Promise.resolve(complain(context, noTerminal, json))
    return withSession(call, (session) => apply(call, session, id.data))
  },
}

const onlyShows = (option: string) =>
  failure(
    'usage',
    `--preview cannot be combined with --${option}.`,
    'It changes nothing. Look first, then undo without --preview.',
  )

async function show({ context, json }: Call, session: Session, callId: CallId): Promise<number> {
  const found = await session.call('undo.preview', { callId })
  if (!found.ok) return complain(context, found.error, json)
  if (json) printJson(context, found.value)
  else context.out(previewText(found.value, context.color))
  return exit.done
}

async function apply(call: Call, session: Session, callId: CallId): Promise<number> {
  const { context, json } = call
  const force = forceOf(call.options.get('force'))
  const way = await wayToProve(call, session, false)
  if (!way.ok) return complain(context, way.error, json)
  const signal = new AbortController().signal
  if (way.value.kind !== 'brought') {
    const found = await session.call('undo.preview', { callId })
    if (!found.ok) return complain(context, found.error, json)
    context.note(`\n${previewText(found.value, context.color)}\n`)
    const said = await context.ask('Type yes to restore this: ', signal)
    if (said?.trim().toLowerCase() !== 'yes')
      return complain(context, failure('undo.refused', 'Nothing was changed.'), json)
  }
  const done = await withProof(call, way.value, signal, (proof) =>
    session.call('undo.apply', { callId, force, ...(proof === undefined ? {} : { proof }) }),
  )
  if (!done.ok) return complain(context, done.error, json)
  const { files, forced, failed, notes, undoId } = done.value
  if (json) printJson(context, done.value)
  else {
    context.out(`${counted(files, 'path')} restored. To undo this: gatehouse undo ${undoId}\n`)
    for (const path of forced) context.note(`although changed since: ${visible(path)}\n`)
    for (const note of notes) context.note(`${visible(note)}\n`)
    for (const { path, why } of failed)
      context.note(
        `${paint(context.color).red('not restored:')} ${visible(path)}: ${visible(why)}\n`,
      )
    if (failed.length > 0)
      context.note('Fix this, then undo the same call again. It skips what is already restored.\n')
  }
  return failed.length === 0 ? exit.done : exit.failed
}

const forceOf = (text: string | undefined): UndoForce =>
  text === undefined ? [] : text === 'all' ? 'all' : text.split(',')

function previewText(
  { callId, at, root, changes, total, conflicts, previews, notes }: UndoPreview,
  color: boolean,
): string {
  const tones = paint(color)
  const lines = [
    `${tones.bold(`Undo of ${callId}`)}, kept ${clock(at)}, in ${visible(root)}`,
    ...notes.map((note) => tones.yellow(visible(note))),
    ...section(
      total === 0 ? 'Everything is as it was before.' : `would change ${counted(total, 'path')}`,
      [
        ...changes.map(changeText),
        ...(total > changes.length ? [`… and ${total - changes.length} more`] : []),
      ],
    ),
    ...section(
      'changed since the call; restored only with --force',
      conflicts.map(({ path, why }) => tones.yellow(`${visible(path)}: ${why}`)),
    ),
    ...previews.flatMap(({ path, before, after }) =>
      section(visible(path), diffLines(before, after, tones)),
    ),
  ]
  return `${lines.join('\n')}\n`
}

function changeText({ kind, path, is, bytesNow, bytesThen }: UndoChange): string {
  const size = [bytesNow, bytesThen]
    .map((bytes) => (bytes === null ? '–' : String(bytes)))
    .join(' → ')
  return `${kind.padEnd(9)}  ${visible(path)}${is === 'folder' ? '/' : is === 'link' ? '@' : `  ${size} bytes`}`
}
