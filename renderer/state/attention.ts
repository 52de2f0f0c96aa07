// How this window asks for attention while it is not in front. Kept where the window is: another
// browser is another queue.
import { create } from 'zustand'

/**
 * notify: the browser's notifications, where Electron has none of its own. sound: a short one. Both
 * off at first.
 */
export type Habit = 'notify' | 'sound'

export const useAttention = create<Readonly<Record<Habit, boolean>>>()(() => ({
  notify: isRetained('notify'),
  sound: isRetained('sound'),
}))

export const setHabit = (habit: Habit, on: boolean): void => {
  useAttention.setState({ [habit]: on })
  storage()?.setItem(`gatehouse.${habit}`, on ? 'on' : 'off')
}

function isRetained(habit: Habit): boolean {
  return storage()?.getItem(`gatehouse.${habit}`) === 'on'
}

/** Null where a browser forbids storage: it is then simply not remembered. */
function storage(): Storage | null {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}
