// Commits to every field of a row by itself: a hash over its path, its value and a salt that only
// this home can compute. Who gets the salt can check the field; who gets the commitment alone cannot
// even guess.
import { hash } from 'node:crypto'
import { canonicalJson } from '../../../contract/json.ts'
import type { Json } from '../../../contract/json.ts'
import type { SealedRow } from '../../../contract/journal/receipt.ts'
import { fieldsOf } from './fields.ts'
import type { ChainedRow } from './fields.ts'
import { leafOf } from './merkle.ts'
import { shownPath } from './redaction.ts'
import type { Signer } from '../../../contract/journal/signer.ts'

export const commit = (salt: string, path: string, value: Json): string =>
  hash('sha256', `gatehouse field 1\n${canonicalJson([path, salt, value])}`, 'hex')

type Committed = {
  readonly path: string
  readonly salt: string
  readonly value: Json
  readonly commitment: string
}

/** The hash of a row is in every salt, so no two rows share one. */
function committed(row: ChainedRow, signer: Pick<Signer, 'salt'>): Committed[] {
  return fieldsOf(row).map(({ path, value }) => {
    const salt = signer.salt(`${row.hash}\n${path}`)
    return { path, salt, value, commitment: commit(salt, path, value) }
  })
}

export function sealRow(
  row: ChainedRow,
  signer: Pick<Signer, 'salt'>,
  hidden: (path: string) => boolean,
): SealedRow {
  const all = committed(row, signer)
  const concealed = all.filter(({ path }) => hidden(path))
  return {
    fields: all
      .filter(({ path }) => !hidden(path))
      .map(({ path, salt, value }) => [path, salt, value]),
    hidden: concealed
      .map(({ path, commitment }): [string, string] => [shownPath(path), commitment])
      .toSorted(([, a], [, b]) => (a < b ? -1 : 1)),
    leaf: leafOf(all.map(({ commitment }) => commitment)),
  }
}

/** The leaf of a row, and one commitment to the fields below `above` where it has any. */
export function digestRow(
  row: ChainedRow,
  signer: Pick<Signer, 'salt'>,
): { readonly leaf: string; readonly of: (above: string) => string | null } {
  const all = committed(row, signer)
  return {
    leaf: leafOf(all.map(({ commitment }) => commitment)),
    of(above) {
      const found = all.filter(({ path }) => path === above || path.startsWith(`${above}.`))
      return found.length === 0 ? null : leafOf(found.map(({ commitment }) => commitment))
    },
  }
}

/** Where the journal ended, without its hash. */
export const hiddenHead = (
  { seq, hash: headHash }: { readonly seq: number; readonly hash: string },
  signer: Pick<Signer, 'salt'>,
): { readonly seq: number; readonly commitment: string } => ({
  seq,
  commitment: commit(signer.salt(`head\n${seq}\n${headHash}`), 'head', headHash),
})
