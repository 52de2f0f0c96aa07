// The commands of `gatehouse approvals`, in the order of the help.
import type { Command } from '../command.ts'
import { approvalsList } from './list.ts'
import { approvalsShow } from './show.ts'
import { approvalsApprove } from './approve.ts'
import { approvalsDeny } from './deny.ts'
import { approvalsRehearse } from './rehearse.ts'
import { approvalsRunAgain } from './run-again.ts'

export const approvalsCommands: readonly Command[] = [
  approvalsList,
  approvalsShow,
  approvalsApprove,
  approvalsDeny,
  approvalsRehearse,
  approvalsRunAgain,
]
