// How a command is written, in one line.
import type { Command } from './command.ts'

export const usageOf = ({ name, operands, usage }: Command): string =>
  ['gatehouse', name, ...operands, usage].filter((word) => word !== '').join(' ')
