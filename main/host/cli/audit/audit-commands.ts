// The commands of `gatehouse audit`, in the order of the help.
import type { Command } from '../command.ts'
import { auditTail, auditVerify } from './audit.ts'
import { auditSearch } from './search.ts'
import { auditAttention } from './attention.ts'
import { auditReport } from './report.ts'
import { auditSummary } from './summary.ts'
import { auditExport } from './export.ts'
import { auditKey, auditVerifier } from './key.ts'
import { auditReceipt } from './receipt.ts'

export const auditCommands: readonly Command[] = [
  auditTail,
  auditSearch,
  auditAttention,
  auditReport,
  auditSummary,
  auditExport,
  auditReceipt,
  auditKey,
  auditVerifier,
  auditVerify,
]
