// What the manifests of tools for events have in common.
import { readingManifest, writingManifest } from '../records/record-manifest.ts'
import type { Manifest } from '../../contract/call/manifest.ts'

type Own = Pick<Manifest, 'id' | 'name' | 'title' | 'description'>

const around = { category: 'comms', dataAccess: ['events'] } satisfies Partial<Manifest>

export const readsEvents = (own: Own): Manifest =>
  readingManifest({ ...around, ...own, riskTier: 'R1', subagentAccess: 'full' })

export const marksEvents = (own: Own): Manifest =>
  writingManifest({ ...around, ...own, riskTier: 'R2', subagentAccess: 'denied' })
