// The policy with what the table of tools lends it. All of it comes when it is first looked at.
import { lazy } from 'react'
import type { PolicyLent } from '../features/policy/part-props.ts'

const PolicyScreen = lazy(() => import('../features/policy/policy-screen.tsx').then((part) => ({ default: part.PolicyScreen })))
const GrantForm = lazy(() => import('../features/capabilities/grant-form.tsx').then((part) => ({ default: part.GrantForm })))
const TryCall = lazy(() => import('../features/capabilities/try-call.tsx').then((part) => ({ default: part.TryCall })))
const Verdict = lazy(() => import('../features/capabilities/verdict.tsx').then((part) => ({ default: part.Verdict })))

const lent: PolicyLent = {
  grant: (tool, onGiven) => <GrantForm tool={tool} onGiven={onGiven} />,
  tryCall: (tool, text) => <TryCall key={tool.name} tool={tool} under={text} />,
  verdict: (supposed) => <Verdict supposed={supposed} />,
}

export function PolicyRoute({ part, onGo }: { readonly part: string | null; onGo(path: string): void }) {
  return <PolicyScreen part={part} lent={lent} onGo={onGo} />
}
