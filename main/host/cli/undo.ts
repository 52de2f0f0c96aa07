// `gatehouse undo CALL`: what a call changed, put back. A person's act: it asks for what a yes asks for.
import { failure } from '../../../contract/failure.ts'
import { CallId } from '../../../contract/ids.ts'
import type { UndoChange, UndoForce, UndoPreview } from '../../../contract/call/undo-preview.ts'
import { section } from './card.ts'
import { diffLines } from './diff-lines.ts'
import { printJson } from './command.ts'
import type { Call, Command } from './command.ts'
import { complain } from './complain.ts'
import { exit } from './exit.ts'
import { broughtProof, exitFor, noTerminal, wayToProve, withProof } from './proof.ts'
import type { Session } from './session.ts'
import { clock, paint, visible } from './show.ts'
import { withQuestions, withSession } from './with-session.ts'

export const undo: Command = {
  name: 'undo',
  operands: ['CALL'],
  options: ['preview', 'force', 'totp'],
  usage: '[--preview] [--force all | --force PATH,…] [--totp CODE]',
  summary:
    'put back what a call changed in files; --preview only shows it, --force also puts back what changed since. A person has to be there as for any yes',
  run(call) {
    const { world, json, options } = call
    const id = CallId.safeParse(call.operands[0])
    if (!id.success) {
      const wrong = failure('usage', `"${call.operands[0]}" is not the id of a call.`, 'They begin with call_; see: gatehouse audit tail')
      return Promise.resolve(complain(world, wrong, json, exit.usage))
    }
    if (options.has('preview')) return withQuestions(call, (session) => show(call, session, id.data))
    const brought = broughtProof(call)
    if (!brought.ok) return Promise.resolve(complain(world, brought.error, json, exit.usage))
    if (!world.terminal && brought.value === null) return Promise.resolve(complain(world, noTerminal, json, exit.needsPerson))
    return withSession(call, (session) => apply(call, session, id.data))
  },
}

async function show({ world, json }: Call, session: Session, callId: CallId): Promise<number> {
  const found = await session.call('undo.preview', { callId })
  if (!found.ok) return complain(world, found.error, json)
  if (json) printJson(world, found.value)
  else world.out(previewText(found.value, world.color))
  return exit.done
}

async function apply(call: Call, session: Session, callId: CallId): Promise<number> {
  const { world, json } = call
  const force = forceOf(call.options.get('force'))
  const way = await wayToProve(call, session, false)
  if (!way.ok) return complain(world, way.error, json, exitFor(way.error))
  const signal = new AbortController().signal
  if (way.value.kind !== 'brought') {
    const found = await session.call('undo.preview', { callId })
    if (!found.ok) return complain(world, found.error, json)
    world.note(`\n${previewText(found.value, world.color)}\n`)
    const said = await world.ask('Type yes to put this back: ', signal)
    if (said?.trim().toLowerCase() !== 'yes') return complain(world, failure('undo.refused', 'Nothing was changed.'), json, exit.denied)
  }
  const done = await withProof(call, way.value, signal, (proof) =>
    session.call('undo.apply', { callId, force, ...(proof === undefined ? {} : { proof }) }),
  )
  if (!done.ok) return complain(world, done.error, json, exitFor(done.error))
  const { files, forced, failed, notes, undoId } = done.value
  if (json) printJson(world, done.value)
  else {
    world.out(`${counted(files)} put back. To take this back: gatehouse undo ${undoId}\n`)
    for (const path of forced) world.note(`although it had changed since: ${visible(path)}\n`)
    for (const note of notes) world.note(`${visible(note)}\n`)
    for (const { path, why } of failed) world.note(`${paint(world.color).red('not put back:')} ${visible(path)}: ${visible(why)}\n`)
    if (failed.length > 0) world.note('Mend this and undo the same call again; what is done already is left alone.\n')
  }
  return failed.length === 0 ? exit.done : exit.failed
}

const forceOf = (text: string | undefined): UndoForce => (text === undefined ? [] : text === 'all' ? 'all' : text.split(','))

const counted = (files: number): string => (files === 1 ? '1 path' : `${files} paths`)

function previewText({ callId, at, root, changes, total, conflicts, previews, notes }: UndoPreview, color: boolean): string {
  const tones = paint(color)
  const lines = [
    `${tones.bold(`Undo of ${callId}`)}, kept ${clock(at)}, in ${visible(root)}`,
    ...notes.map((note) => tones.yellow(visible(note))),
    ...section(total === 0 ? 'Everything is as it was before.' : `would change ${counted(total)}`, [
      ...changes.map(changeText),
      ...(total > changes.length ? [`… and ${total - changes.length} more`] : []),
    ]),
    ...section(
      'not as the call left it; put back only with --force',
      conflicts.map(({ path, why }) => tones.yellow(`${visible(path)}: ${why}`)),
    ),
    ...previews.flatMap(({ path, before, after }) => section(visible(path), diffLines(before, after, tones))),
  ]
  return `${lines.join('\n')}\n`
}

function changeText({ kind, path, is, bytesNow, bytesThen }: UndoChange): string {
  const size = [bytesNow, bytesThen].map((bytes) => (bytes === null ? '–' : String(bytes))).join(' → ')
  return `${kind.padEnd(9)}  ${visible(path)}${is === 'folder' ? '/' : is === 'link' ? '@' : `  ${size} bytes`}`
}
