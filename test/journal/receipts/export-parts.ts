// An export in its parts, to be changed and put together again.
import { hash } from 'node:crypto'
import { canonicalJson } from '../../../contract/json.ts'
import type { ExportHead, ExportSeal, SealedRow } from '../../../contract/journal/receipt.ts'
import { rootOf } from '../../../main/journal/receipts/merkle.ts'
import type { Signer } from '../../../contract/journal/signer.ts'

/** An export taken apart. `raw` lines are written as they are. */
export type Parts = {
  top: ExportHead
  rows: (SealedRow | string)[]
  seal: ExportSeal
  signature: string
}
export const apart = (text: string): Parts => {
  const lines = text.trimEnd().split('\n')
  const last = JSON.parse(lines.pop() ?? '') as Pick<Parts, 'seal' | 'signature'>
  const [top = '', ...rows] = lines
  return {
    top: JSON.parse(top) as ExportHead,
    rows: rows.map((line) => JSON.parse(line) as SealedRow),
    ...last,
  }
}
export const together = ({ top, rows, seal, signature }: Parts): string =>
  [top, ...rows, { seal, signature }]
    .map((line) => `${typeof line === 'string' ? line : canonicalJson(line)}\n`)
    .join('')

/** As somebody does it who knows how seals are made, and signs with this key. */
export function sealedAgain(
  parts: Parts,
  signer: Pick<Signer, 'key' | 'sign'>,
  spelled = (top: string): string => top,
): Parts {
  const sha256 = (text: string): string => hash('sha256', text, 'hex')
  const lines = parts.rows.map((row) => `${typeof row === 'string' ? row : canonicalJson(row)}\n`)
  const rows = parts.rows.filter((row) => typeof row !== 'string')
  const top = { ...parts.top, key: signer.key }
  const seal = {
    ...parts.seal,
    top: sha256(`${spelled(canonicalJson(top))}\n`),
    lines: sha256(lines.join('')),
    root: rootOf(rows.map(({ leaf }) => leaf)),
    rows: rows.length,
    key: signer.key,
  }
  return { ...parts, top, seal, signature: signer.sign(canonicalJson(seal)) }
}

export const row = (parts: Parts, at: number): SealedRow => {
  const found = parts.rows[at]
  if (found === undefined || typeof found === 'string') throw new Error(`there is no row ${at}`)
  return found
}
