// What the manifests of tools for records have in common: they reach the store and nothing else.
import type { Manifest } from '../../contract/call/manifest.ts'

type Own = Pick<
  Manifest,
  'id' | 'name' | 'title' | 'description' | 'category' | 'riskTier' | 'subagentAccess'
> & { readonly dataAccess?: Manifest['dataAccess'] }

const around = {
  version: '1.0.0',
  requires: [],
  redaction: { args: [], result: [] },
  rateLimits: { perSession: 0, perMinute: 60 },
  builtIn: true,
  networkOutbound: false,
  actions: [],
  limits: { runTimeMs: 10_000, stdoutBytes: 0, stderrBytes: 0, resultChars: 30_000 },
} satisfies Partial<Manifest>

/** It only looks. */
export const readingManifest = ({ dataAccess = ['records'], ...own }: Own): Manifest => ({
  ...around,
  ...own,
  dataAccess,
  sideEffects: false,
  defaultPolicy: { effect: 'allow', scope: 'reading is allowed' },
})

/** It keeps or changes something. */
export const writingManifest = ({ dataAccess = ['records'], ...own }: Own): Manifest => ({
  ...around,
  ...own,
  dataAccess,
  sideEffects: true,
  defaultPolicy: { effect: 'confirm', scope: 'each change is confirmed' },
})
