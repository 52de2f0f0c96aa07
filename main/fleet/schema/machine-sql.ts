// What an administrator applies to let a machine in, to shut it out, and to let a person search.
import type { MachineName } from '../../../contract/fleet/machine.ts'

export type NewMachine = {
  readonly machine: MachineName
  /** Whose machine it is, for searches. */
  readonly person: string
  /** Ed25519, 32 bytes. */
  readonly publicKey: Buffer
}

/** PostgreSQL cuts names off after 63 bytes: two machines would share a role, and none could use it. */
export const LONGEST_NAME = 63 - 'gatehouse_m_'.length

/** Machine names hold small letters, digits and hyphens only, so the role needs no other care. */
export const roleOf = (machine: MachineName): string =>
  `gatehouse_m_${machine.replaceAll('-', '_')}`

/** Without a password: the administrator sets one, or lets a certificate speak for the role. */
export const addMachineSql = ({ machine, person, publicKey }: NewMachine): string =>
  `begin;
create role ${identifier(roleOf(machine))} login in role gatehouse_machine;
alter role ${identifier(roleOf(machine))} set idle_in_transaction_session_timeout = '60s';
alter role ${identifier(roleOf(machine))} set lock_timeout = '20s';
insert into gatehouse.machines (machine, role, person, public_key)
  values (${literal(machine)}, ${literal(roleOf(machine))}, ${literal(person)}, '\\x${publicKey.toString('hex')}');
commit;
`

/** Its rows stay, and so does its key: heads that it signed before still count. */
export const revokeMachineSql = (machine: MachineName): string =>
  `begin;
update gatehouse.machines set revoked = now() where machine = ${literal(machine)};
alter role ${identifier(roleOf(machine))} nologin;
commit;
`

/** Standard strings: a quote is doubled, and nothing else means anything. */
const literal = (text: string): string =>
  text.includes('\\')
    ? ` E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
    : `'${text.replaceAll("'", "''")}'`

const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`
