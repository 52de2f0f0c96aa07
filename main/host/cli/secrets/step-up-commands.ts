// The commands of `gatehouse step-up`, in the order of the help.
import type { Command } from '../command.ts'
import { stepUp } from './step-up.ts'
import { stepUpPassphrase } from './passphrase.ts'
import { stepUpTotp } from './totp.ts'

export const stepUpCommands: readonly Command[] = [stepUp, stepUpPassphrase, stepUpTotp]
