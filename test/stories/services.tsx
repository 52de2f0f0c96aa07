// How a service is set up beside its tool: its address, the credential for it, a sign-in.
import type { Requirement } from '../../contract/call/manifest.ts'
import { SetUpService } from '../../renderer/features/capabilities/tool/set-up-service.tsx'
import { tools } from '../fakes/bridge-data.ts'
import type { Story } from './story.ts'

type Service = Extract<Requirement, { kind: 'service' }>

const plain: Service = {
  kind: 'service',
  name: 'todoist',
  title: 'Todoist',
  url: 'https://api.todoist.com/api/v1',
  setting: 'services.todoist.url',
  credential: 'todoist-token',
  header: 'Authorization',
  template: 'Bearer {}',
}
const services: Readonly<Record<string, Requirement>> = {
  address: { ...plain, name: 'obsidian', title: 'Obsidian', url: null, credential: null },
  credential: plain,
  'sign-in': {
    ...plain,
    name: 'google',
    title: 'Google',
    url: 'https://gmail.googleapis.com',
    credential: 'google',
    signIn: 'google',
  },
  app: {
    ...plain,
    name: 'reddit',
    title: 'Reddit',
    url: 'https://oauth.reddit.com',
    credential: 'reddit-account',
    signIn: 'reddit',
  },
  key: {
    kind: 'credential',
    name: 'brave-search',
    host: 'api.search.brave.com',
    header: 'x-subscription-token',
    template: '{}',
  },
}
const [tool] = tools
if (tool === undefined) throw new Error('the fake has tools')

export const serviceStories: readonly Story[] = Object.entries(services).map(([name, service]) => {
  const missing = [{ what: 'Something is missing.', how: 'Set it up here.' }]
  const manifest = { ...tool.manifest, title: 'Web search', builtIn: true, requires: [service] }
  const listing = { ...tool, missing, manifest }
  return { name: `set-up-${name}`, width: 420, element: () => <SetUpService tool={listing} /> }
})
