// What the exit codes mean. Part of the stable interface.
export const exit = {
  done: 0,
  failed: 1,
  usage: 2,
  denied: 3,
  /** Needs a person, and none could be asked. */
  needsPerson: 4,
  /** Ended by Ctrl+C, as shells count it. */
  interrupted: 130,
} as const
