// Commands that only look and may take longer than a look, each with why: help, the manual page and the
// guide say it. A test compares it with what composes the whole.

/** By name. Whatever is not here is read of the tables and the configuration, or of the running app. */
export const longer: Readonly<Record<string, string>> = {
  'agents check':
    'With services or accounts, the strict registry or commands in containers, and no running Gatehouse, it takes about a second, because what tools miss is asked of them',
  'audit attention':
    'With servers, plugins, services or accounts, three approvals or more, and no running Gatehouse, it takes about a second, because what they offer decides then',
  doctor:
    'It takes a second or more, because it tries the sandbox and asks every part, of a Gatehouse that it starts where none runs',
  'fleet search':
    'It takes as long as the shared database, which it asks over the network, and with no running Gatehouse it starts one for that time',
  'fleet status':
    'In a fleet and with no running Gatehouse it takes about a second, because the rows that were sent are compared with the journal',
  'policy explain':
    'With services or accounts, the strict registry, commands in containers, or a question about a client or about notes, records, events, jobs, credentials or terminals, and no running Gatehouse, it takes about a second, because more than the configuration and what was reviewed decides then',
  'policy simulate':
    'With services or accounts, the strict registry or commands in containers, and no running Gatehouse, it takes about a second, because which tools there are is asked of them',
  'schedules preflight':
    'With services or accounts, the strict registry, commands in containers, or calls about notes, records, events, jobs, credentials or terminals, and no running Gatehouse, it takes about a second, because more than the configuration and what was reviewed decides then',
  'servers search':
    'It takes as long as the registry, which it asks over the network, and with no running Gatehouse it starts one for that time',
  'tools describe':
    'With services or accounts, the strict registry or commands in containers, and no running Gatehouse, it takes about a second, because what tools miss is asked of them',
  'tools list':
    'With services or accounts, the strict registry or commands in containers, and no running Gatehouse, it takes about a second, because what tools miss is asked of them',
}
