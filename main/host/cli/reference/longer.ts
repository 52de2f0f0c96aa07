// Commands that only look and may take longer than a look, each with why: help, the manual page and the
// guide say it. A test compares it with what composes the whole.

/** By name. Whatever is not here is read of the tables and the configuration, or of the running app. */
export const longer: Readonly<Record<string, string>> = {
  'agents check':
    'With services or accounts, the strict registry or commands in containers, and no running Gatehouse, it takes about a second, because what tools miss is asked of them',
  'audit attention':
    'With services or accounts, the strict registry or commands in containers, three approvals or more, and no running Gatehouse, it takes about a second, because which tools there are is asked of them',
  doctor:
    'It takes a second or more, because it tries the sandbox and asks every part, of a Gatehouse that it starts where none runs',
  'fleet search':
    'It takes as long as the shared database, which it asks over the network, and with no running Gatehouse it starts one for that time',
  'fleet status':
    'In a fleet and with no running Gatehouse it takes about a second, because the rows that were sent are compared with the journal',
  'policy explain':
    'With services or accounts, the strict registry or commands in containers, and no running Gatehouse, it takes about a second, because which tools there are is asked of them',
  'policy simulate':
    'With services or accounts, the strict registry or commands in containers, and no running Gatehouse, it takes about a second, because which tools there are is asked of them',
  'schedules preflight':
    'With services or accounts, the strict registry or commands in containers, and no running Gatehouse, it takes about a second, because which tools there are is asked of them',
  'servers search':
    'It takes as long as the registry, which it asks over the network, and with no running Gatehouse it starts one for that time',
  'tools describe':
    'With services or accounts, the strict registry or commands in containers, and no running Gatehouse, it takes about a second, because what tools miss is asked of them',
  'tools list':
    'With services or accounts, the strict registry or commands in containers, and no running Gatehouse, it takes about a second, because what tools miss is asked of them',
}
