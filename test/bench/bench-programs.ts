// Which programs beyond npm packages a bench cannot run without.
import { compilerOfModules, type TestProgram } from '../programs.mjs'

const programs: Readonly<Record<string, readonly TestProgram[]>> = {
  'fleet.bench.ts': ['postgresql'],
  'held.bench.ts': ['chromium'],
  'mcp.bench.ts': ['bubblewrap'],
  'plugins.bench.ts': ['bubblewrap', ...compilerOfModules],
  'rehearse.bench.ts': ['bubblewrap'],
  'road.bench.ts': ['bubblewrap'],
  'sandbox.bench.ts': ['bubblewrap', 'ripgrep', 'socat'],
  'attention.bench.ts': ['bubblewrap'],
  'staging.bench.ts': ['bubblewrap'],
  'start.bench.ts': ['chromium'],
  'window-audit.bench.ts': ['chromium'],
  'window-events.bench.ts': ['chromium'],
  'window-rules.bench.ts': ['chromium'],
  'window-tools.bench.ts': ['bubblewrap', 'chromium'],
}

/** Those that measure Gatehouse beside the packages of test/bench/peers/package.json. */
const besidePeers = new Set(['gate.bench.ts', 'mcp.bench.ts'])
export const needsPeers = (bench: string): boolean => besidePeers.has(bench)

/** `bench`: its file's name. */
export const programsOf = (bench: string): readonly TestProgram[] => programs[bench] ?? []
