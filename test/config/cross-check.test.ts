import { describe, expect, it } from 'vitest'
import { standardPresets } from '../../contract/policy/preset.ts'
import { parseFile } from '../../main/config/parse.ts'
import type { PolicyFacts } from '../../main/config/facts.ts'
import { policyFacts } from '../../main/policy/policy-facts.ts'

const real = policyFacts(() => Date.parse('2026-11-21T12:00:00Z'))
/** The tools there are, and one that has actions and one of R4, which no built-in tool has yet. */
const facts: PolicyFacts = {
  ...real,
  tools: [
    ...real.tools,
    {
      name: 'forge',
      id: 'forge',
      category: 'network',
      riskTier: 'R2',
      networkOutbound: true,
      actions: [
        { name: 'list_prs', readOnly: true },
        { name: 'merge', readOnly: false },
      ],
    },
    {
      name: 'pay',
      id: 'payments.send',
      category: 'payments',
      riskTier: 'R4',
      networkOutbound: true,
      actions: [],
    },
  ],
}

const problemsOf = (text: string): readonly string[] => {
  const parsed = parseFile(text, 'f', facts)
  return parsed.ok
    ? []
    : parsed.error.map(
        ({ line, column, text: said, hint }) => `${line}:${column} ${said} | ${hint}`,
      )
}
const warningsOf = (text: string): readonly string[] => {
  const parsed = parseFile(text, 'f', facts)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error))
  return parsed.value.warnings.map(({ code, line, text: said }) => `${line} ${code}: ${said}`)
}

/** One rule per line of a flow map, named a, b, c … */
const rules = (...lines: readonly string[]): string =>
  `rules:\n${lines.map((line, at) => `  - { id: ${'abcdefgh'[at]}, reason: because, ${line} }\n`).join('')}`

const shipped = Object.keys(standardPresets).join(', ')
const toolNames = facts.tools.map(({ name }) => name).join(', ')

describe('what is wrong with a policy', () => {
  it.each<[name: string, text: string, want: readonly string[]]>([
    [
      'an unknown preset',
      'preset: ak',
      [`1:9 There is no preset named "ak". | Did you mean "ask"? Known here: ${shipped}.`],
    ],
    [
      "a misspelt preset of one's own",
      'preset: dve\npresets: { dev: {} }',
      [`1:9 There is no preset named "dve". | Did you mean "dev"? Known here: ${shipped}, dev.`],
    ],
    [
      'an unknown preset of a client',
      'gateway: { clients: { editor: { preset: carefull } } }',
      [
        `1:41 There is no preset named "carefull". | Did you mean "careful"? Known here: ${shipped}.`,
      ],
    ],
    [
      'an unknown key of a rule',
      rules('when: { tool: [exec] }, effect: deny'),
      ['2:39 rules[0].when knows no setting "tool". | Did you mean "tools"?'],
    ],
    [
      'an unknown key of a preset',
      'presets:\n  mine:\n    alowNetwork: true',
      [
        '3:5 presets.mine knows no setting "alowNetwork". | Did you mean "allowNetwork"? Known here: description, tools, allowNetwork, allowWritePaths, hosts, tiers, withoutApproval, confirmOutside, sandboxedReads.',
      ],
    ],
    [
      'an unknown key of a tool',
      'tools:\n  exec:\n    tiers: R4',
      [
        '3:5 tools.exec knows no setting "tiers". | Did you mean "tier"? Known here: tier, default, disabled, reviewResults, rateLimits, cpuSeconds.',
      ],
    ],
    [
      'an unknown key of a host',
      'allowlist:\n  hosts:\n    - { host: a.org, method: [GET] }',
      [
        '3:22 allowlist.hosts[0] knows no setting "method". | Did you mean "methods"? Known here: host, methods, maxBytes, addresses, tlsPin.',
      ],
    ],
    [
      'a rule without a reason',
      'rules:\n  - { id: a, when: {}, effect: deny }',
      ['2:5 rules[0].reason must be a text, but it is missing. | Add it.'],
    ],
    [
      'an effect that is none',
      rules('when: {}, effect: block'),
      [
        '2:49 rules[0].effect must be one of allow, confirm, deny, but it is "block". | Write one of: allow, confirm, deny.',
      ],
    ],
    [
      'an end without an offset',
      rules('when: {}, effect: deny, expires: 2026-12-31'),
      [
        '2:64 rules[0].expires must be a date and time with its offset, but it is "2026-12-31". | Write it whole, such as 2026-12-31T18:00:00+01:00 or 2026-12-31T17:00:00Z.',
      ],
    ],
    [
      'a default that would free R3',
      'presets: { mine: { tiers: { R3: allow } } }',
      [
        '1:33 presets.mine.tiers.R3 must be one of confirm, deny, but it is "allow". | Write one of: confirm, deny.',
      ],
    ],
    [
      'two rules of one id',
      'rules:\n  - { id: a, when: {}, effect: deny, reason: x }\n  - { id: a, when: {}, effect: deny, reason: x }',
      ['3:11 Two rules have the id a. | Give each rule its own id.'],
    ],
    [
      'an unknown tool in a rule',
      rules('when: { tools: [exce] }, effect: deny'),
      [`2:47 rules[0].when.tools: there is no tool named "exce". | Did you mean "exec"?`],
    ],
    [
      'a capability where a tool belongs',
      rules('when: { tools: [system.run] }, effect: deny'),
      [
        '2:47 rules[0].when.tools: there is no tool named "system.run". | system.run is a capability; its tool is exec.',
      ],
    ],
    [
      'an unknown capability',
      rules('when: { ids: [fs.reed] }, effect: deny'),
      [`2:45 rules[0].when.ids: there is no id named "fs.reed". | Did you mean "fs.read"?`],
    ],
    [
      'an unknown action',
      rules('when: { tools: [forge], actions: [merg] }, effect: deny'),
      [
        '2:65 rules[0].when.actions: there is no action of these tools named "merg". | Did you mean "merge"? Known here: list_prs, merge.',
      ],
    ],
    [
      'an unknown tool in a preset',
      'presets:\n  mine:\n    tools: [read_fil]',
      [`3:13 presets.mine.tools: there is no tool named "read_fil". | Did you mean "read_file"?`],
    ],
    [
      'an unknown tool among those that need no approval',
      'presets:\n  mine:\n    withoutApproval: [read_fil, system.stage]',
      [
        `3:23 presets.mine.withoutApproval: there is no tool named "read_fil". | Did you mean "read_file"?`,
      ],
    ],
    [
      'an unknown tool that the guard leaves',
      'exfiltrationGuard: { allowTools: [webfetch] }',
      [
        `1:35 exfiltrationGuard.allowTools: there is no tool named "webfetch". | Did you mean "web_fetch"?`,
      ],
    ],
    [
      'a pattern where only names are read',
      'exfiltrationGuard: { allowTools: ["web*"] }',
      [
        `1:35 exfiltrationGuard.allowTools: there is no tool named "web*". | Known here: ${toolNames}.`,
      ],
    ],
    [
      'settings of an unknown tool',
      'tools:\n  exe: { disabled: true }',
      [`2:3 tools: there is no tool named "exe". | Did you mean "exec"?`],
    ],
    [
      'a tier that would go down',
      'tools:\n  exec:\n    tier: R2',
      [
        '3:11 tools.exec.tier: exec is R3, and a tier only ever goes up. | Write R3 or higher, or remove the line.',
      ],
    ],
    [
      "a host that is everyone's",
      'allowlist: { hosts: ["*.com"] }',
      [
        '1:22 allowlist.hosts[0] would match hosts of anybody: com has no single owner. | Name the hosts you mean, such as example.org, or *.example.org for the names below it.',
      ],
    ],
    [
      "a host that is everyone's, with methods",
      'allowlist: { hosts: [{ host: "*.github.io" }] }',
      [
        '1:30 allowlist.hosts[0].host would match hosts of anybody: github.io has no single owner. | Name the hosts you mean, such as example.org, or *.example.org for the names below it.',
      ],
    ],
    [
      'a rule that allows a whole country',
      rules('when: { domains: ["*.co.uk"] }, effect: allow'),
      [
        '2:49 rules[0].when.domains[0] would match hosts of anybody: co.uk has no single owner. | Name the hosts you mean, such as example.org, or *.example.org for the names below it.',
      ],
    ],
    [
      'a port that is none',
      'allowlist: { hosts: ["a.org:99999"] }',
      [
        '1:22 allowlist.hosts[0] names port 99999, which does not exist. | Ports go from 1 to 65535.',
      ],
    ],
    [
      'braces in a path',
      rules('when: { paths: ["src/*.{ts,js}"] }, effect: deny'),
      [
        '2:47 rules[0].when.paths[0] cannot be read: braces are not alternatives here. | Write each alternative as a pattern of its own.',
      ],
    ],
    [
      'a double star inside a name',
      'stop: ["src/**.ts"]',
      [
        '1:8 stop[0] cannot be read: "**" matches folders and must be a whole name. | Write src/**/*.ts for the files, or src/** for everything below src.',
      ],
    ],
    [
      'a path turned round',
      'presets: { mine: { allowWritePaths: ["!src/**"] } }',
      [
        '1:38 presets.mine.allowWritePaths[0] cannot be read: a pattern cannot be negated with "!". | Write a rule for what you mean instead.',
      ],
    ],
    [
      "somebody else's home",
      'stop: ["~root/x"]',
      [
        '1:8 stop[0] cannot be read: "~" is your home folder only before a slash. | Write ~/docs, or the whole path.',
      ],
    ],
  ])('%s is said with its place and what to do', (_name, text, want) => {
    expect(problemsOf(text)).toEqual(want)
  })

  it.each([
    ['a whole country refused', rules('when: { domains: ["*.ru"] }, effect: deny')],
    ['a pattern of names', rules('when: { tools: ["read_*"] }, effect: deny')],
    [
      'an action that some tool from outside may have',
      rules('when: { actions: [drop_all] }, effect: deny'),
    ],
    ['a path with brackets, as some programs name their files', 'stop: ["app/[id]/page.tsx"]'],
    ['a tier that stays or goes up', 'tools: { exec: { tier: R3 }, read_file: { tier: R4 } }'],
  ])('%s is right', (_name, text) => {
    expect(problemsOf(text)).toEqual([])
  })
})

describe('a policy that is probably not meant so', () => {
  it.each<[name: string, text: string, want: readonly string[]]>([
    [
      'the older key of the guard',
      'exfiltrationGuard:\n  blockedTools: [http]',
      [
        '2 key.deprecated: exfiltrationGuard.blockedTools is an older key and will go. It blocks what it names in addition to every outbound tool. Remove it: the guard hides every outbound tool that allowTools does not name.',
      ],
    ],
    [
      'servers of this machine and its network without a scheme, which used to mean http too',
      'allowlist:\n  hosts:\n    - docs.rs\n    - localhost:3000\n    - http://localhost:4000\n    - https://nas.local\n    - host: 192.168.1.5',
      [
        '4 host.no-scheme: localhost:3000 on the allowlist means https. If the server there speaks http, write http://localhost:3000.',
        '7 host.no-scheme: 192.168.1.5 on the allowlist means https. If the server there speaks http, write http://192.168.1.5.',
      ],
    ],
    [
      'a rule that has ended',
      rules('when: {}, effect: deny, expires: "2026-01-01T00:00:00Z"'),
      ['2 rule.expired: Rule a ended on 2026-01-01T00:00:00Z and no longer applies.'],
    ],
    [
      'a pattern that no tool matches',
      rules('when: { tools: ["mail*"] }, effect: deny'),
      ['2 rule.no-such-tool: Rule a names tools or ids that no tool has.'],
    ],
    [
      'a rule and a setting for tools of servers that are gone, beside one that is there',
      'servers: { forge: { transport: stdio, command: forge } }\ntools: { forge__open: { disabled: true }, wiki__open: { disabled: true } }\nrules:\n  - { id: a, reason: b, when: { tools: [wiki__open] }, effect: deny }\n  - { id: c, reason: b, when: { tools: [forge__open] }, effect: deny }\n  - { id: d, reason: b, when: { ids: ["payments.*"] }, effect: deny }',
      [
        '2 tool.unknown: tools: wiki__open is a tool of the server wiki, which is not in the file.',
        '4 rule.no-such-tool: Rule a names a tool of the server wiki, which is not in the file.',
      ],
    ],
    [
      'a pattern of a preset that no tool matches',
      'presets:\n  mine:\n    tools: [read_file, "mail*"]',
      ['3 tool.unknown: The preset mine names mail*, and no tool matches that.'],
    ],
    [
      'a pattern of what needs no approval that no tool matches',
      'presets:\n  mine:\n    withoutApproval: [read_file, "fs.*", "mail*"]',
      ['3 tool.unknown: The preset mine names mail*, and no tool matches that.'],
    ],
    [
      'the same rule twice',
      rules('when: { tools: [exec] }, effect: deny', 'when: { tools: [exec] }, effect: deny'),
      ['3 rule.redundant: Rule b adds nothing: a says it already.'],
    ],
    [
      'a rule inside another',
      rules(
        'when: { tools: [write_file], paths: [src/a/b.ts] }, effect: allow',
        'when: { paths: [src/**] }, effect: allow',
      ),
      ['2 rule.redundant: Rule a adds nothing: b says it already.'],
    ],
    [
      'a command inside a shorter one',
      rules(
        'when: { commands: [git push --force] }, effect: deny',
        'when: { commands: [git push] }, effect: deny',
      ),
      ['2 rule.redundant: Rule a adds nothing: b says it already.'],
    ],
    [
      'a host below another',
      rules(
        'when: { domains: ["*.example.org"] }, effect: deny',
        'when: { domains: [a.example.org] }, effect: deny',
      ),
      ['3 rule.redundant: Rule b adds nothing: a says it already.'],
    ],
    [
      'a tool by its other name',
      rules('when: { ids: ["fs.*"] }, effect: deny', 'when: { tools: [read_file] }, effect: deny'),
      ['3 rule.redundant: Rule b adds nothing: a says it already.'],
    ],
    [
      'an allow rule below a deny rule',
      rules(
        'when: { tools: [exec], commands: [git push] }, effect: allow',
        'when: { tools: [exec] }, effect: deny',
      ),
      ['2 rule.dead: Rule a never decides: b is stricter and covers all of it.'],
    ],
    [
      'an allow rule whose paths are refused',
      rules(
        'when: { paths: [src/x/**] }, effect: allow',
        'when: { paths: [src/**] }, effect: confirm',
      ),
      ['2 rule.dead: Rule a never decides: b is stricter and covers all of it.'],
    ],
    [
      'an allow rule for R4',
      rules('when: { tiers: [R4] }, effect: allow', 'when: { tools: [pay] }, effect: allow'),
      [
        '2 rule.dead: Rule a never allows anything: no rule can allow R4.',
        '3 rule.dead: Rule b never allows anything: no rule can allow R4.',
      ],
    ],
    [
      'a rule for tools that the preset has not',
      `preset: read-only\n${rules('when: { tools: [exec] }, effect: allow')}`,
      ['3 rule.dead: Rule a never applies: the preset read-only has none of its tools.'],
    ],
  ])('warns of %s', (_name, text, want) => {
    expect(warningsOf(text)).toEqual(want)
  })

  // Each of these looks like one of the above and is not.
  it.each<[name: string, text: string]>([
    [
      'different effects on different paths',
      rules(
        'when: { paths: [src/**] }, effect: allow',
        'when: { paths: [src/secret/**] }, effect: deny',
      ),
    ],
    [
      'an allow rule that another one covers for some kinds of touch only',
      rules(
        'when: { paths: [src/**], domains: [a.org] }, effect: allow',
        'when: { paths: [src/**] }, effect: allow',
      ),
    ],
    [
      'an allow rule that may hold without the touch a deny rule needs',
      rules(
        'when: { paths: [src/**], commands: [ls] }, effect: allow',
        'when: { commands: [ls] }, effect: deny',
      ),
    ],
    [
      'a rule that outlives the wider one',
      rules(
        'when: {}, effect: deny, expires: "2027-01-01T00:00:00Z"',
        'when: { tools: [exec] }, effect: deny',
      ),
    ],
    [
      'rules of different hours',
      rules(
        'when: { hours: { from: "08:00", to: "09:00" } }, effect: deny',
        'when: { hours: { from: "08:00", to: "18:00" } }, effect: deny',
      ),
    ],
    [
      'a name and the names below it',
      rules(
        'when: { domains: ["*.a.org"] }, effect: deny',
        'when: { domains: [a.org] }, effect: deny',
      ),
    ],
    [
      'a local name, which no wildcard reaches',
      rules(
        'when: { domains: ["*.box.local"] }, effect: deny',
        'when: { domains: [nas.box.local] }, effect: deny',
      ),
    ],
    [
      'words that only begin alike',
      rules(
        'when: { commands: [git] }, effect: deny',
        'when: { commands: [github] }, effect: deny',
      ),
    ],
    [
      'a folder that only begins alike',
      rules('when: { paths: [src/**] }, effect: deny', 'when: { paths: [src2/a] }, effect: deny'),
    ],
    [
      'a way out of a folder',
      rules('when: { paths: [src/**] }, effect: deny', 'when: { paths: [src/../x] }, effect: deny'),
    ],
    ['an ended rule beside one that says the same', `${rules('when: {}, effect: deny')}`],
    [
      'a refusal of tools that the preset has not',
      `preset: read-only\n${rules('when: { tools: [exec] }, effect: deny')}`,
    ],
    [
      'one agent and all',
      rules(
        'when: { agents: [main], tools: [exec] }, effect: allow',
        'when: { tools: [exec], taint: [private] }, effect: deny',
      ),
    ],
  ])('is silent about %s', (_name, text) => {
    expect(warningsOf(text)).toEqual([])
  })
})
