// What a machine says of itself when it connects: which Gatehouse and which policy it runs. Signed
// like its heads, so that the database cannot make one look up to date.
import type { MachineName } from '../../contract/fleet/machine.ts'
import { isSignature } from './signature.ts'

export type WhatRuns = {
  /** Of Gatehouse. */
  readonly version: string
  /** The organisation's policy that is in force; null: none. */
  readonly bundle: { readonly name: string; readonly serial: number } | null
}

export type ReportStatement = WhatRuns & {
  readonly machine: MachineName
  /** Epoch milliseconds, by the machine's clock. */
  readonly at: number
}

export type SignedReport = ReportStatement & {
  /** Ed25519, 64 bytes. */
  readonly signature: Buffer
}

/** JSON, so that no name can be taken for two lines. */
export const reportText = ({ machine, version, bundle, at }: ReportStatement): string =>
  `gatehouse fleet report 1\n${JSON.stringify([machine, version, bundle?.name ?? null, bundle?.serial ?? null, at])}\n`

/** @param publicKey 32 bytes. */
export const isReportSignedBy = (report: SignedReport, publicKey: Buffer): boolean =>
  isSignature(reportText(report), report.signature, publicKey)
