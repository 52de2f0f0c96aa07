// Two machines of two persons, with real keys: what second approvals are tried with.
import { generateKeyPairSync, sign } from 'node:crypto'
import { Approval } from '../../contract/approval/approval.ts'
import { MachineName } from '../../contract/fleet/machine.ts'
import { FleetConfig } from '../../contract/policy/config/fleet-config.ts'

export function machineKeys() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const der = publicKey.export({ format: 'der', type: 'spki' })
  return {
    publicKey: der.subarray(-32),
    hex: der.subarray(-32).toString('hex'),
    /** DER, base64: as the key of receipts is given. */
    base64: der.toString('base64'),
    sign: (text: string): Buffer => sign(null, Buffer.from(text), privateKey),
  }
}

export const adaLaptop = MachineName.parse('ada-laptop')
export const bobLaptop = MachineName.parse('bob-laptop')
export const carolTower = MachineName.parse('carol-tower')

const database = { host: '/run/postgresql', user: 'gatehouse_m' }

export const fleetOf = (
  machine: MachineName,
  person: string | null,
  peers: readonly { machine: MachineName; person: string; key: string }[],
): FleetConfig => FleetConfig.parse({ machine, person, database, peers })

/** A held call that two have to approve, as its card shows it. */
export const heldForTwo = (at: number): Approval =>
  Approval.parse({
    id: 'apr_00000001',
    callId: 'call_00000001',
    runId: null,
    createdAt: at,
    expiresAt: at + 600_000,
    principal: { kind: 'cli', name: 'you', session: 'ses_00000001' },
    channel: 'cli',
    tool: 'write_file',
    title: 'Write file',
    action: null,
    decision: {
      effect: 'confirm',
      tier: 'R2',
      baseTier: 'R2',
      reasons: [],
      touches: [],
      by: { kind: 'rule', id: 'two' },
      stepUp: true,
      approvers: 2,
      policyHash: '0'.repeat(64),
    },
    args: { path: 'a.txt', content: 'x' },
    origins: [],
    previews: [],
    taint: { privateRead: [], untrustedRead: [] },
    requestHash: '1'.repeat(64),
    definitionHash: '2'.repeat(64),
    policyHash: '0'.repeat(64),
    fileHashes: {},
    answers: ['once', 'deny-once'],
    state: 'pending',
    answeredAt: null,
    answeredOn: null,
    answer: null,
  })
