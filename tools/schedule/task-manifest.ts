// What the tools of one purpose on jobs have in common: the jobs are those of `cron`.
import type { Manifest } from '../../contract/call/manifest.ts'

type Own = Pick<Manifest, 'id' | 'name' | 'title' | 'description'>

export const readsTasks = (own: Own): Manifest => ({
  ...own,
  version: '1.0.0',
  category: 'schedule',
  riskTier: 'R1',
  sideEffects: false,
  dataAccess: ['schedules'],
  requires: [],
  defaultPolicy: { effect: 'allow', scope: 'looks at jobs' },
  redaction: { args: [], result: [] },
  rateLimits: { perSession: 0, perMinute: 30 },
  builtIn: true,
  networkOutbound: false,
  subagentAccess: 'full',
  actions: [],
  limits: { runTimeMs: 10_000, stdoutBytes: 0, stderrBytes: 0, resultChars: 30_000 },
})

export const changesTasks = (own: Own): Manifest => ({
  ...readsTasks(own),
  riskTier: 'R3',
  sideEffects: true,
  defaultPolicy: { effect: 'confirm', scope: 'each change is confirmed' },
  // What it schedules may send later.
  networkOutbound: true,
  subagentAccess: 'denied',
})
