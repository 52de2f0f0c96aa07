// The parts of Settings, in their order: the address of each, its name, and words under which it is
// found besides.
import { agentStrings as agent } from './agent/strings.ts'
import { fleetStrings as fleet } from './fleet/strings.ts'
import { mailStrings as mail } from './mail/strings.ts'
import { organisationStrings as organisation } from './organisation/strings.ts'
import { strings } from './strings.ts'
import { webStrings as web } from './web/strings.ts'

export type TopicId =
  | 'first-steps'
  | 'workspace'
  | 'preset'
  | 'model'
  | 'agent'
  | 'guard'
  | 'approvals'
  | 'notifications'
  | 'desktop'
  | 'step-up'
  | 'credentials'
  | 'mail'
  | 'web'
  | 'gateway'
  | 'appearance'
  | 'protections'
  | 'updates'
  | 'data'
  | 'fleet'
  | 'organisation'
  | 'licences'

export type Topic = { readonly id: TopicId; readonly title: string; readonly words: string }

const { topics } = strings

export const settingsTopics: readonly Topic[] = [
  { id: 'first-steps', title: topics.firstSteps, words: topics.words.firstSteps },
  {
    id: 'workspace',
    title: strings.workspace,
    words: `${strings.workspaceText} ${strings.folder}`,
  },
  {
    id: 'preset',
    title: strings.preset,
    words: `${strings.presetText} ${topics.words.preset}`,
  },
  {
    id: 'model',
    title: strings.model,
    words: `${strings.modelText} ${Object.values(strings.providers).join(' ')} ${topics.words.model}`,
  },
  { id: 'agent', title: agent.title, words: `${agent.text} ${agent.words}` },
  { id: 'guard', title: strings.guard, words: strings.guardText },
  {
    id: 'approvals',
    title: strings.approvals,
    words: `${strings.approvalsText} ${strings.timeout}`,
  },
  {
    id: 'notifications',
    title: strings.attention.title,
    words: `${strings.attention.text} ${topics.words.notifications}`,
  },
  {
    id: 'desktop',
    title: strings.desktop.title,
    words: `${Object.values(strings.desktop).join(' ')} ${topics.words.desktop}`,
  },
  {
    id: 'step-up',
    title: strings.stepUp,
    words: `${strings.stepUpText} ${topics.words.stepUp}`,
  },
  {
    id: 'credentials',
    title: strings.credentials.title,
    words: `${strings.credentials.text} ${topics.words.credentials}`,
  },
  { id: 'mail', title: mail.title, words: `${mail.text} ${mail.words}` },
  { id: 'web', title: web.title, words: `${web.text} ${web.words}` },
  { id: 'gateway', title: topics.gateway, words: `${topics.gatewayText} ${topics.words.gateway}` },
  {
    id: 'appearance',
    title: strings.appearance.title,
    words: `${Object.values(strings.appearance)
      .filter((word) => typeof word === 'string')
      .join(' ')} ${topics.words.appearance}`,
  },
  {
    id: 'protections',
    title: strings.protections,
    words: `${strings.protectionsText} ${topics.words.protections}`,
  },
  {
    id: 'updates',
    title: strings.updates.title,
    words: `${strings.updates.text} ${topics.words.updates}`,
  },
  {
    id: 'data',
    title: strings.data,
    words: `${strings.file} ${strings.policy} ${strings.version} ${topics.words.data}`,
  },
  { id: 'fleet', title: fleet.title, words: `${fleet.text} ${fleet.words}` },
  {
    id: 'organisation',
    title: organisation.title,
    words: `${organisation.text} ${organisation.words}`,
  },
  {
    id: 'licences',
    title: strings.licences.title,
    words: `${strings.licences.text} ${topics.words.licences}`,
  },
]

/** Those with every typed word in name or words; all where nothing is typed. */
export function topicsWith(typed: string): readonly Topic[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return settingsTopics.filter(({ title, words, id }) => {
    const text = `${id} ${title} ${words}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}
