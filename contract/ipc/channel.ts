// What every channel has: who may call it, what goes in, and what comes out.
import { z } from 'zod'
import type { Surface } from '../call/principal.ts'

export const everywhere = ['window', 'browser', 'cli'] as const
export const screens = ['window', 'browser'] as const
export const terminal = ['cli'] as const

export const call = <I extends z.ZodType, O extends z.ZodType>(
  from: readonly Surface[],
  input: I,
  output: O,
) => ({ from, input, output })

export const none = z.strictObject({})
