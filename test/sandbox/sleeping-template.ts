// A template of the spawner whose job sleeps for as many seconds as the first line of its data says.
import type { Template } from '../../main/sandbox/spawner/wire.ts'

/** @param mark by which its processes are found */
export const sleepingTemplate = (mark: string, ...args: readonly string[]): Template => ({
  key: 'sleep',
  file: '/bin/sh',
  args: ['-c', 'read -r line <&4; sleep "$line"', ...args],
  mark,
  as: null,
  stdin: false,
  filter: null,
  group: null,
  gated: false,
  ownOutput: false,
  built: null,
  warm: 0,
  once: false,
})
