// What each setting of the file means, in a sentence, by its place: `[]` for a member of a list,
// `*` for a name of the person's own. It goes into the JSON Schema, for editors; a test holds it
// against the schema, both ways.
export const schemaHelp: Readonly<Record<string, string>> = {
  workspace: 'The folder agents work in. Null: the default folder, made at first start.',
  model: 'The language model that agents speak with.',
  'model.provider': 'manual: you play the model; needs no key and no network.',
  'model.name': 'As the provider calls it.',
  'model.baseUrl': 'Where the server is. Null: the provider’s own address.',
  'model.apiKeyEnv':
    'Name of the environment variable that holds the key. The key itself never stands in this file.',
  'model.price': 'What a million tokens cost. Without it tokens are counted and no sum is shown.',
  'model.price.in': 'For a million tokens sent.',
  'model.price.out': 'For a million tokens received.',
  'model.price.currency': 'Three letters such as EUR.',
  exfiltrationGuard: 'Hides and refuses outbound tools, and closes the network for commands.',
  'exfiltrationGuard.enabled': 'Whether the guard is on.',
  'exfiltrationGuard.allowTools': 'Outbound tools that stay while the guard is on.',
  'exfiltrationGuard.blockedTools':
    'An older key: tools to hide in addition to every outbound one, also where allowTools names them. Remove it.',
  allowlist: 'What may be reached without asking.',
  'allowlist.hosts':
    'Hosts that may be looked at without asking. A name alone stands for GET and HEAD.',
  'allowlist.hosts.[].host':
    'example.org is that name alone, *.example.org the names below it; for https unless it begins with http://, and with a port where it is not the usual one.',
  'allowlist.hosts.[].methods': 'What may be sent there without asking.',
  'allowlist.hosts.[].maxBytes': 'A request with a larger body asks all the same.',
  'allowlist.hosts.[].addresses':
    'The name may lead to these addresses only; anywhere else it is not opened.',
  'allowlist.hosts.[].tlsPin':
    'SHA-256 of the server’s public key in base64; the key has to be one of these. https only.',
  preset: 'Name of the preset in force: ask, careful, read-only, or one of your own.',
  presets: 'Ways of working of your own, by name. One with a standard name takes its place.',
  'presets.*.description': 'A line about it, shown where presets are chosen.',
  'presets.*.tools': 'Tools that are there at all, by name or pattern.',
  'presets.*.allowNetwork': 'False: nothing goes out, and outbound tools are hidden.',
  'presets.*.allowWritePaths':
    'Where writing may be asked for at all; anywhere else it is refused. /** is everywhere. It frees nothing.',
  'presets.*.tiers':
    'What each tier does when no rule, lease or tool setting speaks. A tier is never freer than one below it.',
  'presets.*.tiers.R0': 'Harmless: text, arithmetic.',
  'presets.*.tiers.R1': 'Low risk: reading inside the workspace, looking at listed hosts.',
  'presets.*.tiers.R2': 'Writing inside the workspace, reading outside of it.',
  'presets.*.tiers.R3':
    'Commands, writing outside, requests to other hosts. Asks or is refused; no default lets it run.',
  'presets.*.tiers.R4':
    'Payments, administration, deleting trees. Asks with a proof each time, or is refused.',
  'presets.*.sandboxedReads':
    'A command that only reads, inside the workspace, in a sandbox that holds, with the network closed, counts as R2.',
  rules:
    'When … then allow, confirm or deny. Order means nothing: the strictest rule that speaks decides.',
  'rules.[].id': 'A short name of its own, such as no-force-push.',
  'rules.[].when':
    'Everything in it has to hold; of a list, one member. What is left out does not limit.',
  'rules.[].when.capabilities':
    'Stable ids of tools, such as system.run, or patterns such as fs.*.',
  'rules.[].when.tools': 'Names of tools, such as exec, or patterns.',
  'rules.[].when.actions': 'Verbs of tools that have several.',
  'rules.[].when.tiers': 'The effective tier of the call.',
  'rules.[].when.principals': 'What kind of asker it is.',
  'rules.[].when.agents': 'Names of agents, clients or schedules, or patterns.',
  'rules.[].when.channels': 'The way the request came in.',
  'rules.[].when.paths':
    'src/** from the workspace, /etc/* from the root, ~/docs from your home. For commands: the folder they run in.',
  'rules.[].when.domains':
    'example.org is that name alone, *.example.org the names below it. A rule that allows means https unless the entry begins with http://.',
  'rules.[].when.ports':
    'Ports of requests and connections. With domains: for those of them that are written without a port.',
  'rules.[].when.methods': 'Methods of requests.',
  'rules.[].when.commands':
    'A program and its first words: git push, wherever in the line it stands.',
  'rules.[].when.hours': 'Local time, also over midnight.',
  'rules.[].when.hours.from': 'Hours and minutes in quotes, such as "22:00".',
  'rules.[].when.hours.to': 'Hours and minutes in quotes. The same as from: a whole day.',
  'rules.[].when.hours.days': 'Days on which it begins; left out, every day.',
  'rules.[].when.taint':
    'What the session has read: private data, or text that anyone may have written.',
  'rules.[].effect':
    'allow runs it, confirm asks a person, deny refuses it. R4 is never let run by a rule.',
  'rules.[].reason': 'Shown on the card and told to the model.',
  'rules.[].expires':
    'Date and time with offset, after which the rule is silent: 2026-12-31T18:00:00+01:00.',
  stop: 'More places that no call may touch, whatever a person says, beside the built-in ones.',
  tools: 'What you set for single tools, by name.',
  'tools.*.tier': 'Raises the tool. Lower than its own is an error.',
  'tools.*.default':
    'What happens when nothing else speaks. Frees a tool up to R2; above that it can only make it stricter.',
  'tools.*.disabled': 'True: every call of it is refused.',
  'tools.*.rateLimits': 'Count beside the tool’s own; the lower one holds.',
  'tools.*.rateLimits.perSession': 'Calls in one session; 0 is no limit.',
  'tools.*.rateLimits.perMinute': 'Calls in a minute; 0 is no limit.',
  limits: 'Sizes above which a call counts as R3.',
  'limits.writeBytes': 'Bytes of a file that is written.',
  'limits.requestBytes': 'Bytes of a request’s body.',
  servers:
    'External MCP servers by a short name. Nothing of them can be called before you have reviewed it.',
  'servers.*.transport': 'stdio: a program, run in the sandbox. http: an address.',
  'servers.*.command': 'The program that is run.',
  'servers.*.args': 'Its arguments, one each.',
  'servers.*.env': 'Its environment variables. Nothing else of yours is passed on.',
  'servers.*.env.*.secret': 'Name of a stored credential.',
  'servers.*.hosts': 'Hosts it may connect to; none: no network.',
  'servers.*.folders': 'Folders of yours that it may see.',
  'servers.*.folders.[].path': 'The whole path of the folder.',
  'servers.*.folders.[].write': 'Whether it may write there too.',
  'servers.*.trust': 'Given by you, never claimed by the server.',
  'servers.*.enabled': 'False: it is not started.',
  'servers.*.timeoutSeconds': 'One call may take this long.',
  'servers.*.url': 'Its address, http or https.',
  'servers.*.headers': 'Headers of every request to it.',
  'servers.*.headers.*.secret': 'Name of a stored credential.',
  gateway: 'Other agents that connect to Gatehouse.',
  'gateway.clients': 'Clients by the name they connect with.',
  'gateway.clients.*.preset': 'Its own preset; null: the one in force.',
  'gateway.clients.*.perMinute':
    'Calls of all tools together; 600 unless said otherwise, 0: no limit.',
  'gateway.clients.*.elicitation': 'Whether it may answer R2 questions through its own prompt.',
  'gateway.clients.*.folders': 'Folders that count as the workspace for this client’s own tools.',
  'gateway.clients.*.askInClient':
    'Whether its hook may ask in the client where no Gatehouse runs.',
  window: 'How the window looks. Nothing here decides anything.',
  'window.theme': 'Light, dark, or as the system says.',
  'window.contrast': 'more is high contrast.',
  'window.density': 'How much room a row takes.',
  'window.textPercent': 'Size of all text.',
  'window.singleKeyShortcuts': 'Keys without Ctrl or Cmd, such as J and K.',
  'window.sidebarCollapsed': 'The list of screens shows pictures only.',
  'window.tools': 'How you look at the table of tools.',
  'window.tools.usual': 'The table as it stands when the screen is opened.',
  'window.tools.views': 'Saved views by name.',
  redaction: 'What is taken for a secret and hidden.',
  'redaction.exceptions':
    'What a rule takes for a secret and is none. Never the secrets Gatehouse itself holds.',
  'redaction.exceptions.[].rule': 'As the mark names it: jwt for [secret: jwt].',
  'redaction.exceptions.[].tool': 'Only for this tool; left out, for all.',
  'redaction.exceptions.[].reason': 'Why it is none.',
  approvals: 'Held calls.',
  'approvals.timeoutSeconds': 'A held call that nobody answers in this time is denied.',
  rehearsal: 'Trying held commands in a throw-away copy.',
  'rehearsal.automatic':
    'Quick and small ones are tried unasked, so that the card shows what they do.',
  'rehearsal.timeoutSeconds': 'The longest a rehearsal may take.',
  agent: 'Gatehouse’s own agent.',
  'agent.maxSteps': 'How many steps a run may take before it stops and asks to go on.',
  'agent.instructions': 'Said to the model before everything else.',
}

const view = ['text', 'filters', 'group', 'sort', 'sort.column', 'sort.down', 'columns']
/** Settings that only the window writes, and that need no sentence each. */
const silent = new Set(
  ['window.tools.usual', 'window.tools.views.*'].flatMap((at) => view.map((key) => `${at}.${key}`)),
)

type Schema = { [key: string]: unknown }
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Puts the sentences into a JSON Schema, in place. Gives the places that have none, and the
 * sentences that have no place.
 */
export function describeSchema(schema: unknown): {
  readonly without: readonly string[]
  readonly lost: readonly string[]
} {
  const without: string[] = []
  const used = new Set<string>()
  const visit = (node: unknown, path: readonly string[]): void => {
    if (!isSchema(node)) return
    for (const [key, inner] of Object.entries(
      isSchema(node['properties']) ? node['properties'] : {},
    )) {
      const place = [...path, key].join('.')
      const text = schemaHelp[place]
      if (text !== undefined && isSchema(inner)) {
        inner['description'] = text
        used.add(place)
      } else if (!silent.has(place)) without.push(place)
      visit(inner, [...path, key])
    }
    visit(node['additionalProperties'], [...path, '*'])
    visit(node['items'], [...path, '[]'])
    for (const form of ['anyOf', 'oneOf'] as const)
      for (const each of Array.isArray(node[form]) ? node[form] : []) visit(each, path)
  }
  visit(schema, [])
  return { without, lost: Object.keys(schemaHelp).filter((place) => !used.has(place)) }
}
