// Commands that only read and may take longer than others, each with the reason: help, the manual page
// and the guide say it. A test compares it with what starts all of Gatehouse.

const WITHOUT_SANDBOX =
  'With commands in it, no sandbox that starts and no running Gatehouse it takes about a second, because the sandbox is tested then'

/** By name. Whatever is not here is read of the tables and the configuration, or of the running app. */
export const longer: Readonly<Record<string, string>> = {
  'agents check': WITHOUT_SANDBOX,
  'audit attention': WITHOUT_SANDBOX,
  doctor:
    'It takes a second or more, because it tries the sandbox and asks every part, of a Gatehouse that it starts where none runs',
  'fleet search':
    'It takes as long as the shared database, which it asks over the network, and with no running Gatehouse it starts one for that time',
  'fleet status':
    'In a fleet and with no running Gatehouse it takes about a second, because the rows that were sent are compared with the journal',
  'policy explain': WITHOUT_SANDBOX,
  'policy simulate': WITHOUT_SANDBOX,
  'schedules preflight': WITHOUT_SANDBOX,
  'servers search':
    'It takes as long as the registry, which it asks over the network, and with no running Gatehouse it starts one for that time',
  'tools describe': WITHOUT_SANDBOX,
  'tools list': WITHOUT_SANDBOX,
}
