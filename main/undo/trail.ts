// Folders held open from one path to the next, so that a thousand paths in one folder cost one way
// to it.
import { enter, hold, leave, type Held } from './open-folder.ts'

export type Trail = {
  /**
   * Does the work in the folder at `path`, raw and relative to the root. Throws what the way there
   * throws. With `make` folders are made where they are missing.
   */
  within<T>(path: string, work: (folder: Held) => T, make?: boolean): T
  /** Lets go of every folder. */
  end(): void
}

/**
 * Holds at most one folder for each level of a path. Throws the system's error where the root
 * cannot be held.
 */
export function openTrail(root: string): Trail {
  const top = hold(root)
  const steps: { readonly name: string; readonly folder: Held }[] = []
  const backTo = (length: number): void => {
    while (steps.length > length) {
      const step = steps.pop()
      if (step !== undefined) leave(step.folder)
    }
  }
  return {
    within(path, work, make = false) {
      const names = path.split('/').filter((name) => name !== '')
      let same = 0
      while (same < names.length && steps[same]?.name === names[same]) same += 1
      backTo(same)
      for (const name of names.slice(same))
        steps.push({ name, folder: enter(steps.at(-1)?.folder ?? top, name, make) })
      return work(steps.at(-1)?.folder ?? top)
    },
    end() {
      backTo(0)
      leave(top)
    },
  }
}
