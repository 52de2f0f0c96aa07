// `gatehouse watch`: the queue of held calls in a terminal, answered by key, for people who have no
// window there. With --json the changes of the queue as lines, which answer nothing.
import { failure } from '../../../../contract/failure.ts'
import type { PanelEvent } from '../../../../contract/ipc/event.ts'
import { letGo } from '../../../../contract/let-go.ts'
import { allHeld } from '../approvals/all-held.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { exit } from '../exit.ts'
import { complain } from '../output/complain.ts'
import { openBoard } from './board.ts'
import { keyReader } from './keys.ts'
import { keepLink } from './link.ts'

export const watch: Command = {
  name: 'watch',
  operands: [],
  options: [],
  usage: '',
  summary:
    'Show pending calls in this terminal as they come, and answer them by key. With --json, print each change of the queue as a line of JSON',
  run: (call) => (call.json ? watchLines(call) : watchScreen(call)),
}

async function watchScreen(call: Call): Promise<number> {
  const { context } = call
  const screen = context.openScreen()
  if (screen === null)
    return complain(
      context,
      failure(
        'watch.no-terminal',
        'gatehouse watch needs a terminal that can be drawn on.',
        'Use gatehouse approvals list, or gatehouse watch --json for a program.',
      ),
      call.json,
    )
  const over = new AbortController()
  const quit = (): void => over.abort()
  const forget = context.onInterrupt(quit)
  const board = openBoard(call, screen, quit)
  const read = keyReader()
  screen.onTyped((text) => {
    if (text === null) return quit()
    for (const key of read(text)) {
      if (over.signal.aborted) return
      if (key.kind === 'named' && key.name === 'suspend') screen.suspend()
      else board.press(key)
    }
  })
  screen.onResized(board.resized)
  try {
    board.redraw()
    await keepLink(call, board, over.signal)
  } finally {
    forget()
    screen.close()
  }
  return exit.done
}

/** `there` and `away` say whether the lines between them are all there were. */
async function watchLines(call: Call): Promise<number> {
  const { context } = call
  const over = new AbortController()
  const forget = context.onInterrupt(() => over.abort())
  let away = ''
  /** Until the first line is there, what changes is told behind it. */
  let reading = false
  const meanwhile: unknown[] = []
  await keepLink(
    call,
    {
      found: (session) => {
        reading = true
        letGo(
          allHeld(session).then((held) => {
            away = ''
            if (held.ok) printJson(context, { kind: 'there', approvals: held.value })
            meanwhile.splice(0).forEach((line) => printJson(context, line))
            reading = false
          }),
        )
      },
      missing: (text) => {
        if (text === away) return
        away = text
        printJson(context, { kind: 'away', text })
      },
      event: (event) => {
        const kind = changes[event.kind]
        if (kind === undefined || !('approval' in event)) return
        const line = { kind, approval: event.approval }
        if (reading) meanwhile.push(line)
        else printJson(context, line)
      },
    },
    over.signal,
  )
  forget()
  return exit.interrupted
}

const changes: Partial<Record<PanelEvent['kind'], string>> = {
  'approval-opened': 'opened',
  'approval-changed': 'changed',
  'approval-closed': 'closed',
}
