// The policy with what the table of tools lends it. All of it comes when it is first looked at.
import { ChoosePreset } from '../features/first-run/choose-preset.tsx'
import type { PolicyRenderSlots } from '../features/policy/render-slots.ts'
import { lazyScreen } from './lazy-screen.tsx'

const PolicyScreen = lazyScreen(() =>
  import('../features/policy/policy-screen.tsx').then((part) => part.PolicyScreen),
)
const GrantForm = lazyScreen(() =>
  import('../features/capabilities/tool/grant-form.tsx').then((part) => part.GrantForm),
)
const TryCall = lazyScreen(() =>
  import('../features/capabilities/tool/try-call.tsx').then((part) => part.TryCall),
)
const Verdict = lazyScreen(() =>
  import('../features/capabilities/tool/verdict.tsx').then((part) => part.Verdict),
)

const slots: PolicyRenderSlots = {
  presets: () => <ChoosePreset short />,
  grant: (tool, onGiven) => <GrantForm tool={tool} onGiven={onGiven} />,
  tryCall: (tool, text) => <TryCall key={tool.name} tool={tool} under={text} />,
  verdict: (supposed) => <Verdict supposed={supposed} />,
}

function Route({ part, onGo }: { readonly part: string | null; onGo(path: string): void }) {
  return <PolicyScreen part={part} slots={slots} onGo={onGo} />
}

export const PolicyRoute = Object.assign(Route, { load: PolicyScreen.load })
