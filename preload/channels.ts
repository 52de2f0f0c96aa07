// The channels a page may name, as plain words: the table itself brings zod, which has no place in a preload script.
// The type ties it to the table: a channel missing here, or one that is not in the table, does not compile.
import type { IpcChannel } from '../contract/ipc.ts'

const named: Readonly<Record<IpcChannel, true>> = {
  'app.state': true,
  'config.update': true,
  'model.set-key': true,
  'model.check': true,
  'guard.set': true,
  'runs.list': true,
  'runs.get': true,
  'runs.start': true,
  'runs.send': true,
  'runs.stop': true,
  'runs.resume': true,
  'approvals.list': true,
  'approvals.get': true,
  'approvals.answer': true,
  'approvals.preview': true,
  'approvals.rehearse': true,
  'leases.list': true,
  'leases.revoke': true,
  'leases.grant': true,
  'presence.state': true,
  'presence.set-passphrase': true,
  'presence.begin-totp': true,
  'presence.confirm-totp': true,
  'presence.remove-totp': true,
  'policy.explain': true,
  'policy.report': true,
  'policy.check': true,
  'policy.simulate': true,
  'tools.list': true,
  'tools.run': true,
  'audit.page': true,
  'audit.verify': true,
  'doctor.report': true,
}

export const isChannel = (name: unknown): name is IpcChannel => typeof name === 'string' && Object.hasOwn(named, name)
