// What has to be done to put a call back, seen from how things are now. Changes nothing.
import { withStates } from './capture.ts'
import type { ScanDeps } from './scan.ts'
import { isShown, sameThing, sameTime, shownPath, type Change, type State } from './state.ts'

/** `now` is what is there, `before` what will be. */
export type Step = {
  readonly path: string
  readonly now: State
  readonly before: State
  /** Worth telling a person. */ readonly shown: boolean
}

export type Plan = {
  readonly steps: readonly Step[]
  readonly conflicts: readonly {
    readonly path: string
    readonly why: string
    readonly forced: boolean
  }[]
}

export type Force = 'all' | readonly string[]

/**
 * A path that is as it was before needs nothing, or only its time; one that is as the call left it
 * is put back; any other is a conflict, and left alone unless it is forced.
 * @param resumed paths that an undo which was cut off had begun with, and may have left between two
 *   states.
 */
export function planUndo(
  root: string,
  changes: readonly Change[],
  force: Force,
  resumed: ReadonlySet<string>,
  deps: ScanDeps,
): Plan {
  return withStates(root, (stateOf) =>
    planOf(changes, force, resumed, (change) =>
      stateOf(change.path, { ...deps, like: () => endsOf(change) }),
    ),
  )
}

const endsOf = ({ before, after }: Change): readonly State[] => [before, after]

function planOf(
  changes: readonly Change[],
  force: Force,
  resumed: ReadonlySet<string>,
  stateOf: (change: Change) => State,
): Plan {
  const steps: Step[] = []
  const conflicts: { path: string; why: string; forced: boolean }[] = []
  const forced = (path: string): boolean => force === 'all' || force.includes(path)
  for (const change of changes) {
    const { path, before, after } = change
    const now = stateOf(change)
    if (sameThing(now, before)) {
      if (!sameTime(now, before) && before.k !== 'missing')
        steps.push({ path, now, before, shown: false })
      continue
    }
    const step = { path, now, before, shown: isShown({ path, before, after: now }) }
    if (sameThing(now, after) || (resumed.has(path) && isBetween(now, before, after))) {
      steps.push(step)
      continue
    }
    const named = shownPath(path)
    const approved = forced(named)
    conflicts.push({ path: named, why: whyNot(now, after), forced: approved })
    if (approved) steps.push(step)
  }
  return { steps, conflicts }
}

/** Same size, other time, and the content was not looked at. */
const isUnread = (now: State, after: State): boolean =>
  now.k === 'file' && after.k === 'file' && now.h === null && after.h !== null && now.s === after.s

/**
 * As an undo leaves a path for a moment: away, or there with its content and not yet its owner and
 * mode.
 */
const isBetween = (now: State, before: State, after: State): boolean =>
  now.k === 'missing' ||
  [before, after].some(
    (end) =>
      now.k === end.k &&
      (now.k !== 'file' || (end.k === 'file' && now.h !== null && now.h === end.h)) &&
      now.k !== 'link',
  )

function whyNot(now: State, after: State): string {
  if (now.k === 'missing') return 'removed since'
  if (after.k === 'missing') return 'recreated since'
  if (isUnread(now, after)) return 'may have changed since: its time differs, and it was not read'
  return 'changed since'
}
