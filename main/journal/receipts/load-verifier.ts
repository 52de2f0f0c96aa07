// The program that checks exports without us. People can pass it on, so it also lies beside the
// bundles, as one file.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import './as-library.ts'
import { verify as check } from './verify-export.mjs'
import type { ProofVerdict } from '../../../contract/journal/receipt.ts'

const NAME = 'verify-export.mjs'

/** From the sources, or beside the bundle. */
export function verifierText(): string {
  const here = import.meta.dirname
  const found = [join(here, NAME), join(here, '..', NAME)].find((file) => existsSync(file))
  if (found === undefined) throw new Error(`${NAME} is missing beside ${here}`)
  return readFileSync(found, 'utf8')
}

/** The very function that people are given. */
export const verify: (text: string, key?: string) => ProofVerdict = check
